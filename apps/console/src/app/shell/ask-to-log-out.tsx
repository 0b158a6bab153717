import { useState } from 'react'
import { Modal } from 'antd'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { LOGOUT_TITLE, WIDTH } from '@kaibo/contract/facts/constants.ts'
import { call } from '#client/http.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { signOut } from '#client/session.ts'
import { isEnded, useTasks } from '#kit/progress/tasks.ts'
import textStyles from '#kit/text/text.module.css'

export function AskToLogOut({ onClose }: { onClose: () => void }) {
  const t = useText('shell')
  const language = useLanguage()
  const [busy, setBusy] = useState(false)
  const going = useTasks().filter((task) => !isEnded(task)).length
  return (
    <Modal
      open
      title={language === 'zh' ? LOGOUT_TITLE : `${t('logout')}?`}
      width={WIDTH.confirm}
      okText={t('logout')}
      confirmLoading={busy}
      onOk={() => {
        setBusy(true)
        void logOut()
      }}
      onCancel={onClose}
    >
      <p className={textStyles.hint}>{t('logoutText')}</p>
      {going > 0 ? <p className={textStyles.hint}>{t('logoutTasks', { count: going })}</p> : null}
    </Modal>
  )
}

/** The console forgets the login whether or not the server could be told. */
async function logOut(): Promise<void> {
  await call(authApi.logout, {}, { silent: true }).catch(() => undefined)
  signOut()
}
