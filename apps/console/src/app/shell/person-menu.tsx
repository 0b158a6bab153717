import { LogoutOutlined } from '@ant-design/icons'
import { App, Button, Dropdown } from 'antd'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { LOGOUT_TITLE, WIDTH } from '@kaibo/contract/facts/constants.ts'
import { call } from '#client/http.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { signOut, useSession } from '#client/session.ts'

export function PersonMenu() {
  const t = useText('shell')
  const language = useLanguage()
  const { modal } = App.useApp()
  const { user, info } = useSession()
  const name = user?.nickname || user?.username || ''
  const groups = info?.groups.map((group) => group.name).join('、')

  const askToLogOut = () =>
    void modal.confirm({
      title: language === 'zh' ? LOGOUT_TITLE : `${t('logout')}?`,
      content: t('logoutText'),
      width: WIDTH.confirm,
      okText: t('logout'),
      cancelText: t('cancel'),
      onOk: logOut,
    })

  const items = [
    {
      key: 'who',
      type: 'group' as const,
      label: [user?.username, info?.org?.name, groups].filter(Boolean).join(' · '),
    },
    {
      key: 'logout',
      icon: <LogoutOutlined aria-hidden />,
      label: t('logout'),
      onClick: askToLogOut,
    },
  ]
  return (
    <Dropdown trigger={['click']} menu={{ items }} placement="bottomRight">
      <Button type="text" className="shell-person" aria-label={`${t('person')} ${name}`}>
        <span className="shell-avatar" aria-hidden>
          {user?.avatar ? <img src={user.avatar} alt="" /> : name.slice(0, 1).toUpperCase()}
        </span>
        <span className="shell-person-name">{name}</span>
      </Button>
    </Dropdown>
  )
}

/** The console forgets the login whether or not the server could be told. */
async function logOut(): Promise<void> {
  await call(authApi.logout, {}, { silent: true }).catch(() => undefined)
  signOut()
}
