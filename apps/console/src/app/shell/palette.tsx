import { useEffect, useState, type KeyboardEvent } from 'react'
import { Input, Modal } from 'antd'
import { useNavigate } from 'react-router'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { groupApi } from '@kaibo/contract/group/group.api.ts'
import { themes } from '@kaibo/contract/facts/preferences.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { useText } from '#client/i18n.ts'
import { joined, useLanguage } from '#client/language.ts'
import { savePreference } from '#client/preferences.ts'
import { useCall } from '#client/query.ts'
import { canWith, useCan, useSession } from '#client/session.ts'
import { createAccount } from '#domains/account/account.actions.tsx'
import { createBackAccount } from '#domains/commission/commission.actions.tsx'
import { createGroup } from '#domains/group/group.actions.tsx'
import { createOrg } from '#domains/org/org.actions.tsx'
import { createRoom } from '#domains/room/room.actions.tsx'
import { createRuleSet } from '#domains/talk/talk.actions.tsx'
import { NEW } from '#kit/form/form-address.ts'
import { paths } from '#kit/address/paths.ts'
import { foundBy, pagesOf, type PaletteItem } from './palette.items.ts'
import { personAsks } from './person-asks.ts'
import styles from './palette.module.css'
import textStyles from '#kit/text/text.module.css'

const MAX_RECORDS = 5
/** One letter of the alphabet finds nearly everything; one character does not. */
const TELLS = /..|\p{Script=Han}/u

const creations = [
  { creation: createRoom, to: paths.digitalActor },
  { creation: createRuleSet, to: paths.talk },
  { creation: createAccount, to: paths.account },
  { creation: createGroup, to: paths.accountGroup },
  { creation: createOrg, to: paths.sociatyAccount },
  { creation: createBackAccount, to: paths.backaccount },
]

/** Pages, acts and records by name or by sound; arrows choose, Enter goes. */
export function Palette({ onClose }: { onClose: () => void }) {
  const t = useText('shell')
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  // Neither deferred nor kept: Enter right after the last letter must not meet what the letters before it found.
  const { items, isAsking } = useItems(typed)
  const chosen = items[Math.min(at, items.length - 1)]
  const chosenId = chosen && `palette-${chosen.key}`
  useEffect(() => {
    if (chosenId) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' })
  }, [chosenId])
  const go = (item: PaletteItem | undefined) => {
    if (!item) return
    onClose()
    item.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter while composing takes the candidate, not the item.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const by = event.key === 'ArrowDown' ? 1 : -1
      setAt((at + by + items.length) % Math.max(items.length, 1))
    }
    if (event.key !== 'Enter') return
    // What opens takes the focus: the key must not press there as well.
    event.preventDefault()
    go(chosen)
  }
  return (
    <Modal
      open
      footer={null}
      closable={false}
      width={WIDTH.modal}
      title={t('palette')}
      onCancel={onClose}
    >
      <Input
        autoFocus
        role="combobox"
        aria-expanded
        aria-controls="palette-items"
        aria-activedescendant={chosenId}
        aria-label={t('palette')}
        placeholder={t('palette_hint')}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette-items" role="listbox" aria-label={t('palette')} className={styles.palette}>
        {items.map((item) => (
          // The input keeps the focus and speaks for the list.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={item.key}
            id={`palette-${item.key}`}
            role="option"
            tabIndex={-1}
            aria-selected={item === chosen}
            onClick={() => go(item)}
          >
            <span>{item.label}</span>
            <span className={`${textStyles.meta} ${styles.hint}`}>{item.hint}</span>
          </div>
        ))}
      </div>
      <div role="status" className={textStyles.meta}>
        {items.length === 0 && !isAsking ? t('palette_none') : null}
      </div>
    </Modal>
  )
}

function useItems(typed: string): { items: PaletteItem[]; isAsking: boolean } {
  const t = useText('shell')
  const language = useLanguage()
  const navigate = useNavigate()
  const session = useSession()
  const keyword = typed.trim()
  const menus = useCall(authApi.menus, {}).data?.list ?? []
  const looksAtRooms = useCan('room.look') === true
  const looksAtPeople = useCan('account.look') === true
  const looksAtGroups = useCan('group.look') === true
  const asks = TELLS.test(keyword)
  const some = { keyword, page_size: MAX_RECORDS }
  const rooms = useCall(roomApi.list, some, { enabled: asks && looksAtRooms })
  const people = useCall(accountApi.list, some, { enabled: asks && looksAtPeople })
  const groups = useCall(groupApi.list, some, { enabled: asks && looksAtGroups })

  const to = (path: string) => () => void navigate(path)
  const pages = pagesOf(menus).map(({ path, name, area }) => ({
    key: path,
    label: name,
    hint: area,
    run: to(path),
  }))
  const hint = t('palette_act')
  const acts = [
    ...creations
      .filter(({ creation }) => canWith(session, creation.right) === true)
      .map(({ creation, to: page }) => ({
        key: creation.right,
        label: creation.label[language],
        hint,
        run: to(page({ edit: NEW })),
      })),
    ...optionsOf(themes, language).map(({ value: theme, label }) => ({
      key: `theme-${theme}`,
      label: joined('：', [t('theme'), label], language),
      hint,
      run: () => savePreference({ theme }),
    })),
    ...(['profile', 'why', 'logout'] as const).map((ask) => ({
      key: ask,
      label: t(ask),
      hint,
      run: () => personAsks.emit(ask),
    })),
  ]
  const records = [
    ...(rooms.data?.list ?? []).map((room) => ({
      key: `room-${room.room_code}`,
      label: room.name,
      hint: `${t('palette_room')} ${room.room_code}`,
      run: to(paths.digitalActor({ room: room.room_code })),
    })),
    ...(people.data?.list ?? []).map((person) => ({
      key: `account-${person.uid}`,
      label: person.nickname,
      hint: `${t('palette_person')} ${person.username}`,
      run: to(paths.account({ keyword: person.username })),
    })),
    ...(groups.data?.list ?? []).map((group) => ({
      key: `group-${group.id}`,
      label: group.name,
      hint: t('palette_group'),
      run: to(paths.accountGroup({ keyword: group.name })),
    })),
  ]
  const found = foundBy(keyword, [...pages, ...acts])
  return {
    items: asks ? [...found, ...records] : found,
    isAsking: rooms.isFetching || people.isFetching || groups.isFetching,
  }
}
