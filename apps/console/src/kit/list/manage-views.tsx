import { useState } from 'react'
import { Button, Input, Modal, Tooltip } from 'antd'
import { DeleteOutlined } from '@ant-design/icons'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { viewApi } from '@kaibo/contract/view/view.api.ts'
import type { View } from '@kaibo/contract/view/view.schema.ts'
import { useText } from '#client/i18n.ts'
import { refresh, useAct } from '#client/query.ts'
import { ActConfirm } from '#kit/confirm/act-confirm.tsx'

interface ManageViewsProps {
  list: string
  views: readonly View[]
  onClose: () => void
}

/** Renames and removes views. */
export function ManageViews({ list, views, onClose }: ManageViewsProps) {
  const t = useText('list')
  const [doomed, setDoomed] = useState<View>()
  const remove = useAct(viewApi.remove, { silent: true })
  return (
    <Modal open title={t('manage_views')} width={WIDTH.modal} footer={null} onCancel={onClose}>
      {views.length === 0 ? <p className="bulk-hint">{t('no_views')}</p> : null}
      <ul className="views">
        {views.map((view) => (
          <li key={view.id}>
            <ViewName list={list} view={view} />
            <span className="meta">
              {view.group ? t('for_group', { group: view.group.name }) : t('for_me')}
            </span>
            <Tooltip
              title={view.mine === IsOrNot.is ? '' : t('not_mine')}
              trigger={['hover', 'focus']}
            >
              <Button
                type="text"
                danger
                className={view.mine === IsOrNot.is ? '' : 'act-refused'}
                aria-disabled={view.mine !== IsOrNot.is}
                icon={<DeleteOutlined aria-hidden />}
                aria-label={t('remove_view', { name: view.name })}
                onClick={() => {
                  if (view.mine === IsOrNot.is) setDoomed(view)
                }}
              />
            </Tooltip>
          </li>
        ))}
      </ul>
      {doomed ? (
        <ActConfirm
          title={t('remove_view', { name: doomed.name })}
          hint={
            doomed.group
              ? t('remove_group_view_hint', { group: doomed.group.name })
              : t('remove_view_hint')
          }
          act={t('remove')}
          cancel={t('cancel')}
          danger
          busy={remove.isPending}
          error={remove.error}
          onAct={() =>
            remove.mutate(
              { id: doomed.id },
              {
                onSuccess: () => {
                  setDoomed(undefined)
                  refresh(viewApi.list)
                },
              },
            )
          }
          onClose={() => setDoomed(undefined)}
        />
      ) : null}
    </Modal>
  )
}

/** A name that is changed in its place: Enter or leaving the box saves, and a refusal stands under it. */
function ViewName({ list, view }: { list: string; view: View }) {
  const t = useText('list')
  const save = useAct(viewApi.save, { silent: true, onSuccess: () => refresh(viewApi.list) })
  const [text, setText] = useState(view.name)
  // It was renamed elsewhere: shown, unless somebody is typing another here.
  const [known, setKnown] = useState(view.name)
  if (known !== view.name) {
    setKnown(view.name)
    if (text === known) setText(view.name)
  }
  const rename = () => {
    const name = text.trim()
    if (name === '' || name === view.name) return
    save.mutate({ id: view.id, list, name, group_id: view.group?.id ?? null, state: view.state })
  }
  return (
    <span className="view-name">
      <Input
        maxLength={20}
        value={text}
        disabled={view.mine !== IsOrNot.is}
        aria-label={`${t('rename_view')} ${view.name}`}
        status={save.error ? 'error' : ''}
        onChange={(event) => setText(event.target.value)}
        onPressEnter={rename}
        onBlur={rename}
      />
      {save.error ? <span role="alert">{save.error.message}</span> : null}
    </span>
  )
}
