import { TeamOutlined } from '@ant-design/icons'
import type { Endpoint } from '@kaibo/contract/kernel/endpoint.ts'
import { useText } from '#client/i18n.ts'
import { listed, useLanguage } from '#client/language.ts'
import { useOthers } from '#client/others.ts'
import './form.i18n.ts'
import styles from './form.module.css'

interface OthersProps {
  /** The call that saves the record. */
  edit: Pick<Endpoint, 'name'>
  id: string
}

/** Who else has this record's form open: said before anybody saves, so that two do not do the same. */
export function Others({ edit, id }: OthersProps) {
  const t = useText('form')
  const lang = useLanguage()
  const { people, more } = useOthers(edit.name, id)
  const names = people.map(({ name }) => name)
  if (more > 0) names.push(t(names.length > 0 ? 'others_more' : 'others_some', { count: more }))
  return (
    <div role="status">
      {names.length > 0 ? (
        <p className={styles.others}>
          <TeamOutlined aria-hidden /> {t('others', { names: listed(names, lang) })}
        </p>
      ) : null}
    </div>
  )
}
