import { useLanguage } from '#client/language.ts'
import { groupWords } from '@kaibo/contract/facts/groups.ts'
import { useMemo, useState, type ReactNode } from 'react'
import { Button, Input, Modal } from 'antd'
import { DeleteOutlined, StarFilled, StarOutlined } from '@ant-design/icons'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { viewApi } from '@kaibo/contract/view/view.api.ts'
import type { View } from '@kaibo/contract/view/view.schema.ts'
import { call } from '#client/http.ts'
import { wordsOf, useText } from '#client/i18n.ts'
import { useAct } from '#client/query.ts'
import { useCan } from '#client/rights.ts'
import { useActs } from '#kit/action/act-host.tsx'
import { act } from '#kit/action/act.ts'
import type { Action } from '#kit/action/action.ts'
import { RefusedButton } from '#kit/action/refused-button.tsx'
import { useDialogAct } from '#kit/action/use-dialog-act.ts'
import { FaultWords } from '#kit/panel/fault.tsx'
import { useWhoseDefault } from './whose-default.ts'
import './list.i18n.ts'
import textStyles from '#kit/text/text.module.css'
import styles from './manage-views.module.css'

const words = wordsOf('list')

const removeView = (list: string): Action<View> =>
  act(viewApi.remove, {
    name: 'remove',
    label: words('remove'),
    icon: <DeleteOutlined aria-hidden />,
    danger: true,
    input: ({ id }) => ({ id }),
    done: ({ name, group }) =>
      group
        ? words('removed_group_view', { name, group: group.name })
        : words('removed_view', { name }),
    undo: {
      nameOf: ({ name }) => name,
      run: ({ opens, ...view }) =>
        call(viewApi.save, { ...draftOf(list, view), opens }, { silent: true }),
    },
  })

const draftOf = (list: string, { name, group, state }: Omit<View, 'opens'>) => ({
  list,
  name,
  group_id: group?.id ?? null,
  state,
})

interface ManageViewsProps {
  list: string
  views: readonly View[]
  onClose: () => void
}

/** Renames and removes views, and says by which the list opens. */
export function ManageViews({ list, views, onClose }: ManageViewsProps) {
  const t = useText('list')
  return (
    <Modal open title={t('manage_views')} width={WIDTH.modal} footer={null} onCancel={onClose}>
      {views.length === 0 ? <p className={textStyles.hint}>{t('no_views')}</p> : null}
      <ul className={styles.views}>
        {views.map((view) => (
          <li key={view.id}>
            <ViewName list={list} view={view} />
            <Whose view={view} />
            <DefaultButton list={list} view={view} />
            <RemoveButton list={list} view={view} />
          </li>
        ))}
      </ul>
    </Modal>
  )
}

function Whose({ view }: { view: View }) {
  const t = useText('list')
  const lang = useLanguage()
  const whoseDefault = useWhoseDefault(view)
  return (
    <span className={`${textStyles.meta} ${styles.whose}`}>
      {view.group ? t('for_group', { group: groupWords(view.group)[lang] }) : t('for_me')}
      {whoseDefault === undefined ? null : <strong>{whoseDefault}</strong>}
    </span>
  )
}

interface OneView {
  list: string
  view: View
}

function DefaultButton({ list, view }: OneView) {
  const t = useText('list')
  const { name } = view
  const save = useAct(viewApi.save)
  const isDefault = view.opens === IsOrNot.is
  const opens = isDefault ? IsOrNot.not : IsOrNot.is
  return (
    <ViewButton
      view={view}
      label={t(isDefault ? 'drop_default' : 'make_default', { name })}
      icon={isDefault ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />}
      onClick={() => save.mutate({ ...draftOf(list, view), id: view.id, opens })}
    />
  )
}

function RemoveButton({ list, view }: OneView) {
  const t = useText('list')
  const perform = useActs()
  const removal = useMemo(() => removeView(list), [list])
  return (
    <ViewButton
      view={view}
      danger
      label={t('remove_view', { name: view.name })}
      icon={removal.icon}
      onClick={() => perform(removal, view)}
    />
  )
}

interface ViewButtonProps {
  view: View
  label: string
  icon: ReactNode
  danger?: boolean
  onClick: () => void
}

/** A group's view takes a right; one's own takes none. Which may be changed, the server says with each (`mine`). */
function ViewButton({ view, label, icon, danger = false, onClick }: ViewButtonProps) {
  const t = useText('list')
  const mayShare = useCan('group.edit') === true
  const face = { type: 'text', danger, icon, 'aria-label': label } as const
  if (view.mine === IsOrNot.is) return <Button {...face} title={label} onClick={onClick} />
  return (
    <RefusedButton {...face} reason={t('not_mine')} missing={mayShare ? undefined : 'group.edit'} />
  )
}

/** A name that is edited in place: Enter or blur saves; an error shows below. */
function ViewName({ list, view }: OneView) {
  const t = useText('list')
  const save = useDialogAct(viewApi.save, {
    failed: (reason) => t('rename_failed', { name: view.name, reason }),
  })
  const [text, setText] = useState(view.name)
  const [sent, setSent] = useState<string>()
  // Renamed elsewhere: show the new name, unless somebody is typing here.
  const [known, setKnown] = useState(view.name)
  if (known !== view.name) {
    setKnown(view.name)
    setSent(undefined)
    if (text === known) setText(view.name)
  }
  const rename = (isAsked: boolean) => {
    const name = text.trim()
    if (name === '' || name === view.name) return
    // Blur follows Enter or an error: the same name is not sent again, except by another Enter.
    if (name === sent && (save.isPending || !isAsked)) return
    setSent(name)
    save.mutate({ ...draftOf(list, view), id: view.id, name })
  }
  return (
    <span className={styles.name}>
      <Input
        maxLength={20}
        value={text}
        disabled={view.mine !== IsOrNot.is}
        aria-label={`${t('rename_view')} ${view.name}`}
        status={save.error ? 'error' : ''}
        onChange={(event) => setText(event.target.value)}
        onPressEnter={() => rename(true)}
        onBlur={() => rename(false)}
      />
      {save.error ? (
        <span role="alert">
          <FaultWords error={save.error} />
        </span>
      ) : null}
    </span>
  )
}
