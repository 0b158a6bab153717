import { useLanguage } from '#client/language.ts'
import { groupWords } from '@kaibo/contract/facts/groups.ts'
import { useRef, useState } from 'react'
import { App, Button, type MenuProps } from 'antd'
import { DownOutlined } from '@ant-design/icons'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { viewApi } from '@kaibo/contract/view/view.api.ts'
import type { View, ViewState } from '@kaibo/contract/view/view.schema.ts'
import { copyText } from '#client/clipboard.ts'
import { useText } from '#client/i18n.ts'
import { useAct, useCall } from '#client/query.ts'
import { MenuButton } from '#kit/menu-button/menu-button.tsx'
import { Lazily, lazily } from '#kit/panel/lazily.tsx'
import { sameState } from './same-state.ts'
import { useWhoseDefault } from './whose-default.ts'
import textStyles from '#kit/text/text.module.css'

const SaveView = lazily(async () => (await import('./save-view.form.tsx')).SaveView)
const ManageViews = lazily(async () => (await import('./manage-views.tsx')).ManageViews)

interface ViewMenuProps {
  list: string
  /** The list's current filters, order and columns. */
  state: ViewState
  onChoose: (state: ViewState) => void
  /** The address that shows somebody else the same. */
  link: () => string
}

/** The views that were saved of a list: one's own, and those of one's groups. */
export function ViewMenu({ list, state, onChoose, link }: ViewMenuProps) {
  const t = useText('list')
  const lang = useLanguage()
  const button = useRef<HTMLButtonElement>(null)
  const { data, error, refetch } = useCall(viewApi.list, { list })
  const update = useAct(viewApi.save)
  const [dialog, setDialog] = useState<'save' | 'manage'>()
  const [chosen, setChosen] = useState<string>()

  const { message } = App.useApp()
  const close = () => setDialog(undefined)
  const copyLink = async () => {
    if (await copyText(link())) void message.success(t('link_copied'))
    else void message.error(t('link_failed'))
  }

  const views = data?.list ?? []
  const isNow = (view: View) => sameState(view.state, state)
  const current = views.find((view) => view.id === chosen) ?? views.find(isNow)
  const changed = current !== undefined && !isNow(current)
  const choose = (view: View | undefined) => {
    setChosen(view?.id)
    onChoose(view?.state ?? { search: '' })
  }
  const updateTo = (view: View) =>
    update.mutate({
      id: view.id,
      list,
      name: view.name,
      group_id: view.group?.id ?? null,
      state,
    })

  const item = (view: View) => ({
    key: view.id,
    label: <ViewLabel view={view} />,
    onClick: () => choose(view),
  })
  const groups = new Map(
    views.flatMap(({ group }) => (group ? [[group.id, groupWords(group)[lang]]] : [])),
  )
  const items: MenuProps['items'] = [
    { key: 'all', label: t('no_view'), onClick: () => choose(undefined) },
    section('own', t('own_views'), views.filter((view) => !view.group).map(item)),
    ...[...groups].map(([id, name]) =>
      section(id, name, views.filter((view) => view.group?.id === id).map(item)),
    ),
    ...(error
      ? [
          {
            key: 'failed',
            label: `${t('views_failed')} · ${t('retry')}`,
            onClick: () => void refetch(),
          },
        ]
      : []),
    { key: 'line', type: 'divider' as const },
    { key: 'save', label: t('save_view'), onClick: () => setDialog('save') },
    ...(current && changed && current.mine === IsOrNot.is
      ? [
          {
            key: 'update',
            label: t('update_view', { name: current.name }),
            onClick: () => updateTo(current),
          },
        ]
      : []),
    { key: 'link', label: t('copy_link'), onClick: () => void copyLink() },
    {
      key: 'manage',
      label: t('manage_views'),
      disabled: views.length === 0,
      onClick: () => setDialog('manage'),
    },
  ].filter((one) => one !== undefined)

  const name = current && (changed ? t('view_changed', { name: current.name }) : current.name)
  const chosenKey = current?.id ?? (state.search === '' ? 'all' : '')
  return (
    <>
      <MenuButton
        autoFocus
        onOpenChange={(isOpen, { source }) => {
          // The dialog that an entry opens returns the focus here. Delayed, or the same Enter would press the button.
          if (!isOpen && source === 'menu') requestAnimationFrame(() => button.current?.focus())
        }}
        menu={{ items, selectable: true, selectedKeys: [chosenKey] }}
      >
        <Button ref={button} aria-label={`${t('views')} ${name ?? t('no_view')}`}>
          {name ?? t('views')} <DownOutlined aria-hidden />
        </Button>
      </MenuButton>
      {dialog ? (
        <Lazily onClose={close}>
          {dialog === 'save' ? (
            <SaveView list={list} state={state} onSaved={setChosen} onClose={close} />
          ) : (
            <ManageViews list={list} views={views} onClose={close} />
          )}
        </Lazily>
      ) : null}
    </>
  )
}

function ViewLabel({ view }: { view: View }) {
  const whose = useWhoseDefault(view)
  if (whose === undefined) return view.name
  return (
    <>
      {view.name} <span className={textStyles.meta}>{whose}</span>
    </>
  )
}

type Item = NonNullable<NonNullable<MenuProps['items']>[number]>

const section = (key: string, label: string, children: Item[]): Item | undefined =>
  children.length > 0 ? { key, label, type: 'group', children } : undefined
