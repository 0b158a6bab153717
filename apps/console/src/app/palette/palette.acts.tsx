import {
  BulbOutlined,
  LogoutOutlined,
  PlusOutlined,
  QuestionCircleOutlined,
  TranslationOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { languages, themes } from '@kaibo/contract/facts/preferences.ts'
import { wordsOf as labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { about, type Words } from '@kaibo/contract/kernel/words.ts'
import { wordsOf } from '#client/i18n.ts'
import { savePreference } from '#client/preferences.ts'
import { createAccount } from '#domains/account/account.actions.tsx'
import { createRuleSet } from '#domains/talk/talk.actions.tsx'
import { createBackAccount } from '#domains/commission/commission.actions.tsx'
import { createGroup } from '#domains/group/group.actions.tsx'
import { createOrg } from '#domains/org/org.actions.tsx'
import { createRoom } from '#domains/room/room.actions.tsx'
import type { Action, Creation } from '#kit/action/action.ts'
import { paths } from '#kit/address/paths.ts'
import { NEW } from '#kit/form/form-address.ts'
import { standOver } from '#kit/once/once-host.tsx'
import { Lazily } from '#kit/panel/lazily.tsx'
import { adders } from '../shell/adders.tsx'
import { personAsks, type PersonAsk } from '../shell/person-asks.ts'
import './palette.i18n.ts'

const t = wordsOf('palette')
const shell = wordsOf('shell')

/** An act that is on no record. */
type Act = Action<undefined>

const creations: readonly { creation: Creation; at: string }[] = [
  { creation: createRoom, at: paths.digitalActor({ edit: NEW }) },
  { creation: createAccount, at: paths.account({ edit: NEW }) },
  { creation: createGroup, at: paths.accountGroup({ edit: NEW }) },
  { creation: createOrg, at: paths.sociatyAccount({ edit: NEW }) },
  { creation: createRuleSet, at: paths.talk({ edit: NEW }) },
  { creation: createBackAccount, at: paths.backaccount({ edit: NEW }) },
]

/** What can be done from anywhere, as acts like any other: each says whether it may, and why not. */
export const actsFor = (goTo: (address: string) => void): Act[] => [
  ...creations.map(({ creation: { label, right }, at }) =>
    act(right, label, <PlusOutlined aria-hidden />, () => goTo(at), right),
  ),
  adding('live-account', t('add_live_account')),
  adding('pc', t('add_pc')),
  ...Object.values(themes).map((value) =>
    act(
      `theme-${value}`,
      about(shell('theme'), labelOf(themes, value)),
      <BulbOutlined aria-hidden />,
      () => savePreference({ theme: value }),
    ),
  ),
  ...Object.values(languages).map((value) =>
    act(
      `language-${value}`,
      about(shell('language'), labelOf(languages, value)),
      <TranslationOutlined aria-hidden />,
      () => savePreference({ language: value }),
    ),
  ),
  asking('profile', <UserOutlined aria-hidden />),
  asking('why', <QuestionCircleOutlined aria-hidden />),
  asking('logout', <LogoutOutlined aria-hidden />),
]

function act(
  name: string,
  label: Words,
  icon: Act['icon'],
  run: () => void,
  right: Act['right'] = 'login',
): Act {
  return { name, label, icon, right, run: async () => run(), refreshes: [] }
}

const asking = (ask: PersonAsk, icon: Act['icon']) =>
  act(ask, shell(ask), icon, () => personAsks.emit(ask))

/** Opens the dialog in which other forms add such a record on the way. */
function adding(of: keyof typeof adders, label: Words): Act {
  const { right, Dialog } = adders[of]
  return act(
    right,
    label,
    <PlusOutlined aria-hidden />,
    () =>
      standOver((onGone) => (
        <Lazily onClose={onGone}>
          <Dialog onAdded={() => {}} onClose={onGone} />
        </Lazily>
      )),
    right,
  )
}
