import { wordsOf } from '#client/i18n.ts'
import type { Lang } from '@kaibo/contract/kernel/words.ts'
import { showOnce } from '#kit/once/shown-once.tsx'
import './live-account.i18n.ts'

const t = wordsOf('live-account')

/** The generic push's key and secret; shown even if the form was closed meanwhile. */
export const showPush = (name: string, push: { key: string; secret: string }, lang: Lang): void =>
  showOnce({
    title: t('push_title', { name })[lang],
    hint: t('push_hint')[lang],
    lines: [
      { label: t('push_key')[lang], text: push.key },
      { label: t('push_secret')[lang], text: push.secret },
    ],
    done: t('done')[lang],
  })
