import { groupWords } from '@kaibo/contract/facts/groups.ts'
import { useEffect, useState } from 'react'
import { LogoutOutlined, QuestionCircleOutlined, UserOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useText } from '#client/i18n.ts'
import { listed, useLanguage } from '#client/language.ts'
import { useSession } from '#client/session.ts'
import { MenuButton } from '#kit/menu-button/menu-button.tsx'
import { Lazily, lazily } from '#kit/panel/lazily.tsx'
import { WhyDialog } from '../why-dialog.ts'
import { AskToLogOut } from './ask-to-log-out.tsx'
import { personAsks, type PersonAsk } from './person-asks.ts'
import styles from './shell.module.css'

const ProfileDrawer = lazily(
  async () => (await import('#domains/auth/parts/profile-drawer.tsx')).ProfileDrawer,
)

export function PersonMenu() {
  const t = useText('shell')
  const { user, info } = useSession()
  const [opened, setOpened] = useState<PersonAsk>()
  useEffect(() => personAsks.on(setOpened), [])
  const name = user?.nickname || user?.username || ''
  const lang = useLanguage()
  const groups =
    info &&
    listed(
      info.groups.map((group) => groupWords(group)[lang]),
      lang,
    )
  const close = () => setOpened(undefined)

  const items = [
    {
      key: 'who',
      type: 'group' as const,
      label: [user?.username, info?.org?.name, groups].filter(Boolean).join(' · '),
    },
    {
      key: 'profile',
      icon: <UserOutlined aria-hidden />,
      label: t('profile'),
      onClick: () => setOpened('profile'),
    },
    {
      key: 'why',
      icon: <QuestionCircleOutlined aria-hidden />,
      label: t('why'),
      onClick: () => setOpened('why'),
    },
    {
      key: 'logout',
      icon: <LogoutOutlined aria-hidden />,
      label: t('logout'),
      onClick: () => setOpened('logout'),
    },
  ]
  return (
    <>
      <MenuButton menu={{ items }} placement="bottomRight">
        <Button type="text" className={styles.shellPerson} aria-label={`${t('person')} ${name}`}>
          {/* The initial is drawn by CSS from the attribute, as the button's accessible name is its label. */}
          <span
            className={styles.shellAvatar}
            data-initial={name.slice(0, 1).toUpperCase()}
            aria-hidden
          >
            {user?.avatar ? <img src={user.avatar} alt="" /> : null}
          </span>
          <span className={styles.shellPersonName}>{name}</span>
        </Button>
      </MenuButton>
      {opened === 'logout' ? <AskToLogOut onClose={close} /> : null}
      {opened === 'profile' || opened === 'why' ? (
        <Lazily key={opened} onClose={close}>
          {opened === 'profile' ? <ProfileDrawer onClose={close} /> : <WhyDialog onClose={close} />}
        </Lazily>
      ) : null}
    </>
  )
}
