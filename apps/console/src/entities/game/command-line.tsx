import { useState } from 'react'
import { Input, Select } from 'antd'
import { rightsOf } from '@kaibo/contract/kernel/endpoint.ts'
import { gameLinkApi } from '@kaibo/contract/game-link/game-link.api.ts'
import { lookupApi } from '@kaibo/contract/lookup/lookup.api.ts'
import { useText } from '#client/i18n.ts'
import { useAct, useCall } from '#client/query.ts'
import { useCan } from '#client/rights.ts'
import { OnlineButton } from '#kit/action/online-button.tsx'
import './game-card.i18n.ts'
import styles from './game-card.module.css'

/** What is typed, parted by commas; what looks like a number is one. */
export const argsIn = (text: string): (string | number)[] =>
  text
    .split(/[,，]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one) => (/^-?\d+(\.\d+)?$/.test(one) ? Number(one) : one))

/** Has the game do something. Shown to those alone who may. */
export function CommandLine({ room_code, game_id }: { room_code: string; game_id: string }) {
  const t = useText('game_card')
  const may = useCan(...rightsOf(gameLinkApi.command))
  const { data } = useCall(lookupApi.game, { game_id }, { enabled: may === true })
  const [name, setName] = useState<string>()
  const [args, setArgs] = useState('')
  const [told, setTold] = useState('')
  const send = useAct(gameLinkApi.command, {
    onSuccess: ({ state, detail }) =>
      setTold(
        state === 'done' ? t('done', { name: chosen?.label ?? '' }) : t('failed', { detail }),
      ),
    onError: ({ message }) => setTold(message),
    silent: true,
  })
  const commands = data?.commands ?? []
  const chosen = commands.find((one) => one.name === name)
  if (may !== true || commands.length === 0) return null
  return (
    <div className={styles.command}>
      <Select
        size="small"
        aria-label={t('command')}
        placeholder={t('command')}
        value={name ?? null}
        options={commands.map((one) => ({ value: one.name, label: one.label }))}
        onChange={(next: string) => setName(next)}
      />
      {chosen && chosen.args.length > 0 ? (
        <Input
          size="small"
          aria-label={t('args')}
          placeholder={chosen.args.join('，')}
          value={args}
          onChange={({ target }) => setArgs(target.value)}
        />
      ) : null}
      <OnlineButton
        size="small"
        disabled={!chosen}
        loading={send.isPending}
        onClick={() => {
          if (chosen)
            send.mutate({
              room_code,
              command: chosen.name,
              args: chosen.args.length > 0 ? argsIn(args) : [],
            })
        }}
      >
        {t('send')}
      </OnlineButton>
      <span role="status">{told}</span>
    </div>
  )
}
