import { Link } from 'react-router'
import { AssetKind } from '@kaibo/contract/asset/asset.enums.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { useLanguage, useSpeak } from '#client/language.ts'
import { paths } from '#kit/address/paths.ts'
import css from './kind-tabs.module.css'

const ALL = words('全部', 'All')
const KINDS = words('素材类型', 'Kinds of assets')

/** The kinds of assets, each an address of its own. */
export function KindTabs({ kind }: { kind: string | undefined }) {
  const lang = useLanguage()
  const speak = useSpeak()
  const tabs = [{ value: undefined, label: speak(ALL) }, ...optionsOf(AssetKind, lang)]
  return (
    <nav className={css.tabs} aria-label={speak(KINDS)} data-screen>
      {tabs.map(({ value, label }) => (
        <Link
          key={value ?? ''}
          className={css.tab}
          to={paths.digitalAsset(value === undefined ? {} : { kind: value })}
          aria-current={value === kind ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
