import { Button } from 'antd'
import type { Words } from '@kaibo/contract/kernel/words.ts'
import { stageApi } from '@kaibo/contract/stage/stage.api.ts'
import type { CallError } from '#client/errors.ts'
import { useText } from '#client/i18n.ts'
import { useSpeak } from '#client/language.ts'
import { Others } from '#kit/form/others.tsx'
import '../scene.i18n.ts'
import styles from '../scene.module.css'

interface StandingProps {
  room_code: string
  /** Whether what is seen is saved, or why what was just tried cannot be done. */
  note: string
  isRefused: boolean
  /** Others have saved since this was begun. */
  isNewer: boolean
  /** Why it was not saved. */
  error: CallError | null
  /** Why nothing can be saved now. */
  refusal: Words | undefined
  /** Gives up what was there from another time; nothing where nothing was. */
  discard: (() => void) | undefined
  overwrite: () => void
  takeTheirs: () => void
}

/** How the scene stands: saved or not, by whom else, and what keeps it from being saved. */
export function SceneStanding(props: StandingProps) {
  const { room_code, note, isRefused, isNewer, error, refusal } = props
  const { discard, overwrite, takeTheirs } = props
  const t = useText('scene')
  const speak = useSpeak()
  const fields = Object.values(error?.fields ?? {})
  return (
    <>
      <div role="status" className={styles.status} data-refused={isRefused || undefined}>
        {note}
        {discard ? (
          <Button size="small" type="link" onClick={discard}>
            {t('discard')}
          </Button>
        ) : null}
      </div>
      <Others edit={stageApi.saveAnchor} id={room_code} />
      {isNewer ? (
        <div role="alert" className={styles.failed}>
          {t('newer')}
          <Button size="small" onClick={overwrite}>
            {t('newer_mine')}
          </Button>
          <Button size="small" onClick={takeTheirs}>
            {t('newer_theirs')}
          </Button>
        </div>
      ) : null}
      {error && !isNewer ? (
        <p role="alert" className={styles.failed}>
          {fields.length > 0 ? [...new Set(fields)].join('；') : error.message}
        </p>
      ) : null}
      {refusal ? <p className={styles.failed}>{speak(refusal)}</p> : null}
    </>
  )
}
