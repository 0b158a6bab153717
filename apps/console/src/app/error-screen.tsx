import { useState } from 'react'
import { copyText } from '#client/clipboard.ts'
import { CallError } from '#client/errors.ts'
import { useWords } from '#client/language.ts'
import { useOnline } from '#client/online.ts'
import { entryWords } from './entry.i18n.ts'
import { Notice } from './notice.tsx'
import { entryPaths } from '#kit/address/entry-paths.ts'
import plain from '#kit/text/plain-button.module.css'
import textStyles from '#kit/text/text.module.css'

/** What the browsers say when a chunk of an older build is gone from the server. */
const CHUNK_GONE =
  /dynamically imported module|importing a module script failed|preload css|error loading dynamically/i

/** Shown instead of a page, or the whole shell, that failed. Plain HTML, as nothing else may load. */
export function ErrorScreen({ error }: { error: unknown }) {
  const words = useWords(entryWords)
  const isChunk = error instanceof Error && CHUNK_GONE.test(error.message)
  // As it was when this failed: a network that returns later must not turn this into the new-version message.
  const [wasOnline] = useState(() => navigator.onLine)
  const online = useOnline()
  if (isChunk && !wasOnline)
    return (
      <Notice title={words.offline} text={words.offlineHint}>
        <button
          type="button"
          className={`${plain.button} ${plain.primary}`}
          disabled={!online}
          onClick={() => location.reload()}
        >
          {words.retry}
        </button>
      </Notice>
    )
  if (isChunk)
    return (
      <Notice title={words.newVersion} text={words.newVersionHint}>
        <button
          type="button"
          className={`${plain.button} ${plain.primary}`}
          onClick={() => location.reload()}
        >
          {words.reload}
        </button>
      </Notice>
    )
  return <Broken error={error} />
}

function Broken({ error }: { error: unknown }) {
  const words = useWords(entryWords)
  const [id] = useState(() => traceIdOf(error))
  // Undefined until the button is pressed.
  const [copied, setCopied] = useState<boolean>()
  const copy = () => void copyText(detailsOf(error, id)).then(setCopied)
  return (
    <Notice title={words.broken} text={words.brokenHint}>
      <button
        type="button"
        className={`${plain.button} ${plain.primary}`}
        onClick={() => location.reload()}
      >
        {words.retry}
      </button>
      <a className={plain.button} href={entryPaths.home()}>
        {words.home}
      </a>
      <button type="button" className={plain.button} onClick={copy}>
        {copied ? words.copied : words.copy}
      </button>
      {copied === false ? <p role="alert">{words.copyFailed}</p> : null}
      <p className={textStyles.meta}>
        {words.trace} <code>{id}</code>
      </p>
    </Notice>
  )
}

/** The server's trace id if a call failed, else a random one to match this screen with a report. */
const traceIdOf = (error: unknown): string =>
  (error instanceof CallError ? error.traceId : null) ?? shortId()

/** Not `randomUUID`, which browsers offer over HTTPS only. */
const shortId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

function detailsOf(error: unknown, id: string): string {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return [id, new Date().toISOString(), location.href, navigator.userAgent, what].join('\n')
}
