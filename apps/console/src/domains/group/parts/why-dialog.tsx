import { useState } from 'react'
import { Button, Modal, Select } from 'antd'
import { SELECT, WIDTH } from '@kaibo/contract/facts/constants.ts'
import { rightWords } from '@kaibo/contract/facts/domains.ts'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { groupApi } from '@kaibo/contract/group/group.api.ts'
import { menuIds, needOfMenu } from '@kaibo/contract/group/group.rules.ts'
import type { Why } from '@kaibo/contract/group/group.schema.ts'
import { useText } from '#client/i18n.ts'
import { bracketed, listed, useLanguage } from '#client/language.ts'
import { useCall } from '#client/query.ts'
import { Panel } from '#kit/panel/panel.tsx'
import { menuLabel } from '../group.present.ts'
import '../group.i18n.ts'

interface WhyDialogProps {
  /** The missing action, if it is known; otherwise the person chooses the menu entry they are looking for. */
  action?: string | undefined
  onClose: () => void
}

/** 为什么看不到: what is missing, which groups have it, who can grant it. */
export function WhyDialog({ action, onClose }: WhyDialogProps) {
  const t = useText('group')
  const lang = useLanguage()
  const [menu, setMenu] = useState<string>()
  const asked = action ? { action } : { menu }
  const why = useCall(groupApi.why, asked, { enabled: Boolean(action ?? menu) })
  return (
    <Modal
      open
      title={t('why')}
      width={WIDTH.modal}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      {action ? null : (
        <Select
          aria-label={t('why_pick')}
          placeholder={SELECT.allLabel[lang]}
          value={menu}
          onChange={setMenu}
          options={menuIds.map((id) => ({ value: id, label: menuLabel(id, lang) }))}
          style={{ width: '100%', marginBottom: 12 }}
        />
      )}
      {(action ?? menu) ? (
        <Panel
          loading={why.isPending}
          error={why.error}
          filled={why.data !== undefined}
          onRetry={() => void why.refetch()}
        >
          {why.data ? <Answer why={why.data} wanted={action ?? needOfMenu[menu ?? '']} /> : null}
        </Panel>
      ) : null}
    </Modal>
  )
}

function Answer({ why, wanted = '' }: { why: Why; wanted: string | undefined }) {
  const t = useText('group')
  const lang = useLanguage()
  const missing = bracketed(rightWords(wanted)[lang], wanted, lang)
  return (
    <ul>
      {why.missing ? <li>{t('why_missing', { action: missing })}</li> : null}
      {!why.missing && why.held === IsOrNot.not ? <li>{t('why_menu')}</li> : null}
      {why.held === IsOrNot.is ? <li>{t('why_held')}</li> : null}
      <li>{t('why_scope', { scope: t(`scope_${why.scope}`) })}</li>
      {why.held === IsOrNot.is ? null : (
        <>
          <li>
            {why.groups.length > 0
              ? t('why_groups', { groups: listed(why.groups, lang) })
              : t('why_no_groups')}
          </li>
          <li>{t('why_granters', { people: listed(why.granters, lang) })}</li>
        </>
      )}
    </ul>
  )
}
