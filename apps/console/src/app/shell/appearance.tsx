import {
  BulbOutlined,
  DesktopOutlined,
  TranslationOutlined,
  MoonOutlined,
  SunOutlined,
} from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { savePreference } from '#client/preferences.ts'
import { THEME_CHOICES, useThemeChoice } from '#client/theme-choice.ts'

const THEME_ICONS = {
  light: <SunOutlined aria-hidden />,
  dark: <MoonOutlined aria-hidden />,
  system: <DesktopOutlined aria-hidden />,
}
const LANGUAGES = [
  { key: 'zh', label: '简体中文' },
  { key: 'en', label: 'English' },
] as const

/** The person's language and theme. */
export function Appearance() {
  const t = useText('shell')
  const language = useLanguage()
  const choice = useThemeChoice()
  const themes = THEME_CHOICES.map((key) => ({
    key,
    icon: THEME_ICONS[key],
    label: t(`theme_${key}`),
    onClick: () => savePreference({ theme: key }),
  }))
  const languages = LANGUAGES.map(({ key, label }) => ({
    key,
    label,
    onClick: () => savePreference({ language: key }),
  }))
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{ items: languages, selectable: true, selectedKeys: [language] }}
      >
        <Button type="text" icon={<TranslationOutlined aria-hidden />} aria-label={t('language')} />
      </Dropdown>
      <Dropdown
        trigger={['click']}
        menu={{ items: themes, selectable: true, selectedKeys: [choice] }}
      >
        <Button type="text" icon={<BulbOutlined aria-hidden />} aria-label={t('theme')} />
      </Dropdown>
    </>
  )
}
