import {
  BulbOutlined,
  DesktopOutlined,
  TranslationOutlined,
  MoonOutlined,
  SunOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { languages, themes } from '@kaibo/contract/facts/preferences.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { savePreference } from '#client/preferences.ts'
import { useThemeChoice } from '#client/theme-choice.ts'
import { MenuButton } from '#kit/menu-button/menu-button.tsx'

const THEME_ICONS = {
  light: <SunOutlined aria-hidden />,
  dark: <MoonOutlined aria-hidden />,
  system: <DesktopOutlined aria-hidden />,
}

/** The person's language and theme. */
export function Appearance() {
  const t = useText('shell')
  const language = useLanguage()
  const choice = useThemeChoice()
  const ofThemes = optionsOf(themes, language).map(({ value, label }) => ({
    key: value,
    icon: THEME_ICONS[value],
    label,
    onClick: () => savePreference({ theme: value }),
  }))
  const ofLanguages = optionsOf(languages, language).map(({ value, label }) => ({
    key: value,
    label,
    onClick: () => savePreference({ language: value }),
  }))
  return (
    <>
      <MenuButton menu={{ items: ofLanguages, selectable: true, selectedKeys: [language] }}>
        <Button type="text" icon={<TranslationOutlined aria-hidden />} aria-label={t('language')} />
      </MenuButton>
      <MenuButton menu={{ items: ofThemes, selectable: true, selectedKeys: [choice] }}>
        <Button type="text" icon={<BulbOutlined aria-hidden />} aria-label={t('theme')} />
      </MenuButton>
    </>
  )
}
