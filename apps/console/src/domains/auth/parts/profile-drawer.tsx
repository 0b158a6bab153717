import type { ReactNode } from 'react'
import { Drawer, Segmented } from 'antd'
import { densities, languages, shortcuts, themes } from '@kaibo/contract/facts/preferences.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { savePreference } from '#client/preferences.ts'
import { useSession } from '#client/session.ts'
import { useThemeChoice } from '#client/theme-choice.ts'
import { LeaveGuard, useLeave } from '#kit/form/leave-guard.tsx'
import { PasswordForm } from '../forms/password.form.tsx'
import { PersonForm } from '../forms/person.form.tsx'
import { Devices } from './devices.tsx'
import { SecondFactor } from './second-factor.tsx'
import '../profile.i18n.ts'
import styles from './profile.module.css'
import textStyles from '#kit/text/text.module.css'

const WIDTH = 480

/** Everything that people can change about their own account. */
export function ProfileDrawer({ onClose }: { onClose: () => void }) {
  return (
    <LeaveGuard onLeave={onClose} outlivesPage>
      <Profile />
    </LeaveGuard>
  )
}

function Profile() {
  const t = useText('profile')
  const { info } = useSession()
  const leave = useLeave()
  if (!info) return null
  return (
    <Drawer open size={WIDTH} title={t('title')} aria-label={t('title')} onClose={leave}>
      <section className={styles.profilePart}>
        <h2>{t('basics')}</h2>
        <PersonForm info={info} />
      </section>
      <section className={styles.profilePart}>
        <h2>{t('preferences')}</h2>
        <PreferenceChoices />
      </section>
      <section className={styles.profilePart}>
        <h2>{t('password')}</h2>
        <PasswordForm />
      </section>
      <section className={styles.profilePart}>
        <h2>{t('otp')}</h2>
        <SecondFactor info={info} />
      </section>
      <section className={styles.profilePart}>
        <h2>{t('devices')}</h2>
        <Devices />
      </section>
    </Drawer>
  )
}

function PreferenceChoices() {
  const t = useText('profile')
  const language = useLanguage()
  const theme = useThemeChoice()
  const preferences = useSession().info?.preferences
  const density = preferences?.density ?? densities.middle
  return (
    <div className={styles.profilePreferences}>
      <Preference caption={t('language')}>
        <Segmented
          aria-label={t('language')}
          value={language}
          onChange={(chosen) => savePreference({ language: chosen })}
          options={optionsOf(languages, language)}
        />
      </Preference>
      <Preference caption={t('theme')}>
        <Segmented
          aria-label={t('theme')}
          value={theme}
          onChange={(chosen) => savePreference({ theme: chosen })}
          options={optionsOf(themes, language)}
        />
      </Preference>
      <Preference caption={t('density')}>
        <Segmented
          aria-label={t('density')}
          value={density}
          onChange={(chosen) => savePreference({ density: chosen })}
          options={optionsOf(densities, language)}
        />
      </Preference>
      <Preference caption={t('shortcuts')}>
        <Segmented
          aria-label={t('shortcuts')}
          value={preferences?.shortcuts ?? shortcuts.on}
          onChange={(chosen) => savePreference({ shortcuts: chosen })}
          options={optionsOf(shortcuts, language)}
        />
      </Preference>
    </div>
  )
}

/** The caption is hidden from screen readers, as the control has the same text as its label. */
function Preference({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <div>
      <span className={textStyles.meta} aria-hidden>
        {caption}
      </span>
      {children}
    </div>
  )
}
