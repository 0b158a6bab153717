import { App, Button } from 'antd'
import { useEffect } from 'react'
import { copyText } from '#client/clipboard.ts'
import { useText } from '#client/i18n.ts'
import { onToast } from '#client/toast.ts'
import textStyles from '#kit/text/text.module.css'

const SECONDS = 4
/** Long enough to copy the id. */
const SECONDS_WITH_ID = 12

/** Shows the error toasts of spec §8; one with an id for support lets it be copied. */
export function ToastHost() {
  const { message } = App.useApp()
  const t = useText('shell')
  useEffect(
    () =>
      onToast(({ text, traceId }) => {
        if (!traceId) return void message.error(text, SECONDS)
        const copy = async () => {
          if (await copyText(traceId)) message.success(t('copied'))
          else message.error(t('copyFailed'))
        }
        const content = (
          <>
            {text} <code className={textStyles.meta}>{traceId}</code>
            <Button type="link" size="small" onClick={() => void copy()}>
              {t('copyId')}
            </Button>
          </>
        )
        return void message.error(content, SECONDS_WITH_ID)
      }),
    [message, t],
  )
  return null
}
