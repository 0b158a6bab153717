import { QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import enUS from 'antd/es/locale/en_US'
import zhCN from 'antd/es/locale/zh_CN'
import { useEffect, useMemo, type ReactNode } from 'react'
import { useLanguage } from '#client/language.ts'
import { queryClient } from '#client/query.ts'
import { useThemeName } from '#client/theme-choice.ts'
import { UndoHost } from '#kit/action/undo-host.tsx'
import { keepFocus } from '#kit/focus/keep-focus.ts'
import { OnceHost } from '#kit/once/once-host.tsx'
import { useIsStill } from '#kit/media/media.ts'
import { antdTheme } from './antd-theme.ts'
import { ToastHost } from './toast-host.tsx'

/** Contexts of all pages: queries, antd in the person's language and theme, messages. */
export function Providers({ children }: { children: ReactNode }) {
  const language = useLanguage()
  const name = useThemeName()
  const still = useIsStill()
  useEffect(keepFocus, [])
  const theme = useMemo(() => antdTheme(name, !still), [name, still])

  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider
        theme={theme}
        locale={language === 'zh' ? zhCN : enUS}
        button={{ autoInsertSpace: false }}
        wave={{ disabled: true }}
      >
        <App component={false} message={{ maxCount: 3 }}>
          <ToastHost />
          {children}
          <OnceHost />
          <UndoHost />
        </App>
      </ConfigProvider>
    </QueryClientProvider>
  )
}
