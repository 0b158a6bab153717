import type { ReactNode } from 'react'
import { CheckCircleFilled } from '@ant-design/icons'
import type { DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { PcPresence } from '@kaibo/contract/facts/presence.ts'
import { lookupApi } from '@kaibo/contract/lookup/lookup.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { listed, useLanguage, useSpeak } from '#client/language.ts'
import { useCall } from '#client/query.ts'
import { useCan } from '#client/rights.ts'
import { AddButton } from '#kit/adder/adder.tsx'
import { CreateButton } from '#kit/list/create-button.tsx'
import { createRoom } from '../room.actions.tsx'
import styles from './first-steps.module.css'

/** A PC that was just added comes by itself. */
const LOOK_AGAIN_MS = 5_000

/** On a wall without rooms: the three things that a room needs, in order, each with the act that brings it; what stands is ticked. */
export function FirstSteps() {
  const lang = useLanguage()
  const speak = useSpeak()
  const accounts = useCall(lookupApi.liveAccounts, {}).data?.list
  const pcs = useCall(lookupApi.pcs, {}, { refetchMs: LOOK_AGAIN_MS }).data?.list
  const mayAddAccount = useCan('live-account.add')
  const mayAddPc = useCan('monitor.add')
  if (useCan(roomApi.create.can) !== true || !accounts || !pcs)
    return <CreateButton creation={createRoom} />
  return (
    <ol className={styles.steps}>
      <Step
        title={words('直播账号', 'Live account')}
        what={words('平台上用来开播的账号。', 'The account that goes on air on a platform.')}
        found={
          accounts.length > 0
            ? listed(
                accounts.map(({ name }) => name),
                lang,
              )
            : undefined
        }
        act={
          <AddButton of="live-account" label={speak(ADD_ACCOUNT)} onAdded={none} face="button" />
        }
        may={mayAddAccount}
      />
      <Step
        title={words('PC 客户端', 'PC')}
        what={waiting(pcs)}
        found={
          listed(
            pcs.filter(isOnline).map(({ name }) => name),
            lang,
          ) || undefined
        }
        act={<AddButton of="pc" label={speak(ADD_PC)} onAdded={none} face="button" />}
        may={mayAddPc}
      />
      <Step
        title={words('直播间', 'Room')}
        what={words(
          '把直播账号和 PC 绑在一起，建好就能开播。',
          'Binds the account to the PC; then it can go on air.',
        )}
        found={undefined}
        act={<CreateButton creation={createRoom} />}
        may
      />
    </ol>
  )
}

const ADD_ACCOUNT = words('添加直播账号', 'Add live account')
const ADD_PC = words('添加 PC', 'Add PC')

type Pcs = DataOf<typeof lookupApi.pcs>['list']

const isOnline = ({ presence }: Pcs[number]) => presence === PcPresence.online

/** Of a PC that was named and has not been heard of: where the rest of its way is. */
function waiting(pcs: Pcs): Words {
  const names = pcs.map(({ name }) => name).join('、')
  return names
    ? words(
        `「${names}」还没有连上：在它上面运行安装命令，几秒后这里会打勾。命令过期了，用同一个名称再添加一次。`,
        `“${names}” is not connected yet: run the install line on it, and this is ticked within seconds. Where the line has expired, add it again by the same name.`,
      )
    : words(
        '运行直播间的电脑，执行一条命令就能连上。',
        'The computer that runs rooms; one command connects it.',
      )
}

/** The lists that the steps show are asked for anew by the call that adds. */
const none = () => {}

interface StepProps {
  title: Words
  what: Words
  /** The names of what stands. */
  found: string | undefined
  act: ReactNode
  /** Or which right is missing. */
  may: true | Words
}

function Step({ title, what, found, act, may }: StepProps) {
  const speak = useSpeak()
  return (
    <li className={styles.step} data-done={found !== undefined || undefined}>
      {found === undefined ? null : (
        <CheckCircleFilled className={styles.tick} aria-label={speak(words('已完成', 'Done'))} />
      )}
      <div className={styles.text}>
        <strong>{speak(title)}</strong>
        <p>{found ?? speak(may === true ? what : may)}</p>
      </div>
      {may === true ? act : null}
    </li>
  )
}
