import { useEffect, useRef, useState } from 'react'
import { Segmented } from 'antd'
import { FORMS, type Form } from '@kaibo/contract/asset/asset.rules.ts'
import type { AssetKind } from '@kaibo/contract/asset/asset.enums.ts'
import type { AssetRow } from '@kaibo/contract/asset/asset.schema.ts'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { useSpeak } from '#client/language.ts'
import { FileField } from '#kit/upload/file-field.tsx'
import { sendFile } from '#kit/upload/send-file.ts'
import { figureOf } from './figure.ts'
import { posterOf } from './poster.ts'
import css from './parts-field.module.css'

type Parts = Record<string, { upload_id: string }>

interface PartsFieldProps {
  kind: AssetKind
  row: AssetRow | undefined
  /** A file was chosen: the asset may be called as it is. */
  onNamed: (name: string) => void
  value?: Parts
  onChange?: (parts: Parts) => void
}

const ACTOR_FORMS: readonly Words[] = [
  words('VRM', 'VRM'),
  words('循环视频', 'Video loops'),
  words('分层图片', 'Layered pictures'),
]
const UNPLAYABLE = words(
  '这个视频浏览器不能播放，请换一个',
  'Browsers do not play this video; take another',
)

const formIn = (kind: AssetKind, names: readonly string[]): number =>
  Math.max(
    0,
    FORMS[kind].findIndex((form) =>
      names.some((name) => name !== 'poster' && Object.hasOwn(form, name)),
    ),
  )

/** The files of an asset, a line each. The picture of a film or of a model is made here, from itself. */
export function PartsField({ kind, row, onNamed, value = {}, onChange }: PartsFieldProps) {
  const speak = useSpeak()
  const [at, setAt] = useState(() => formIn(kind, Object.keys(value)))
  const [names, setNames] = useState<Record<string, string>>({})
  const form: Form = FORMS[kind][at] ?? {}
  /** Of the file that is being sent. */
  const poster = useRef<Blob>(undefined)
  /** Also what was put since it was painted last: files arrive beside each other. */
  const newest = useRef(value)
  useEffect(() => {
    newest.current = value
  }, [value])

  function keep(parts: Parts) {
    newest.current = parts
    onChange?.(parts)
  }

  async function put(part: string, upload_id: string, name: string) {
    const own = Object.fromEntries(
      Object.entries(newest.current).filter(([key]) => Object.hasOwn(form, key)),
    )
    setNames((all) => ({ ...all, [part]: name }))
    keep({ ...own, [part]: { upload_id } })
    onNamed(name.replace(/\.\w+$/, '').slice(0, 60))
    const picture = poster.current
    if (!picture || part === 'poster') return
    poster.current = undefined
    const { signal } = new AbortController()
    const quiet = { signal, onProgress: () => {}, onSent: () => {} }
    const file = { kind: 'picture', file: picture, name: '封面.webp' } as const
    // Without it the asset is as good, only not seen in lists
    const sent = await sendFile(file, quiet).catch(() => undefined)
    if (sent && newest.current[part]?.upload_id === upload_id)
      keep({ ...newest.current, poster: { upload_id: sent.upload_id } })
  }

  return (
    <div className={css.parts}>
      {FORMS[kind].length > 1 ? (
        <Segmented
          aria-label={speak(words('形象的构成', 'What it is made of'))}
          options={ACTOR_FORMS.map((label, index) => ({ value: index, label: speak(label) }))}
          value={at}
          onChange={setAt}
        />
      ) : null}
      {Object.entries(form).map(([part, { called, takes }]) => {
        const [first, ...others] = takes
        if (!first || (part === 'poster' && !Object.hasOwn(form, 'vrm'))) return null
        const held = value[part] ? (names[part] ?? row?.parts[part]?.filename ?? '') : undefined
        return (
          <FileField
            key={part}
            label={speak(called)}
            kinds={[first, ...others]}
            held={held}
            check={async (file, as) => {
              if (as === 'vrm') poster.current = await figureOf(file)
              if (as !== 'video') return undefined
              const picture = await posterOf(file)
              if (!picture) return speak(UNPLAYABLE)
              poster.current = picture
              return undefined
            }}
            onUploaded={({ upload_id }, file) => void put(part, upload_id, file.name)}
          />
        )
      })}
    </div>
  )
}
