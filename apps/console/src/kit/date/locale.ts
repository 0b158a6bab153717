import dayjs from 'dayjs'
import en from 'dayjs/locale/en'
import zh from 'dayjs/locale/zh-cn'
import type { Lang } from '@kaibo/contract/kernel/words.ts'
import { currentLanguage, onLanguage } from '#client/language.ts'

const MONDAY = 1

/** The week begins on Monday in either language (spec §9). */
const speak = (language: Lang) =>
  void dayjs.locale({ ...(language === 'zh' ? zh : en), weekStart: MONDAY })

speak(currentLanguage())
// Subscribed before React renders: components format dates while rendering.
onLanguage(speak)
