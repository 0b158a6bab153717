import { useEffect, useRef, useState, type ChangeEvent } from 'react'
import { Button, Modal, Progress } from 'antd'
import { assetApi } from '@kaibo/contract/asset/asset.api.ts'
import {
  DEFAULT_MUSIC_PATH,
  IMPORT_TEMPLATE_PATH,
  MAX_IMPORT_ROWS,
} from '@kaibo/contract/asset/asset.rules.ts'
import type { DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { call, CallError } from '#client/http.ts'
import { useLanguage, useSpeak } from '#client/language.ts'
import { refreshAll } from '#client/query.ts'
import { FaultWords } from '#kit/panel/fault.tsx'
import { withNamedType } from '#kit/upload/named-type.ts'
import { sendFile } from '#kit/upload/send-file.ts'
import { SheetField } from '#kit/upload/sheet-field.tsx'
import css from './import-dialog.module.css'
import textStyles from '#kit/text/text.module.css'

type Outcome = DataOf<typeof assetApi.importMusic>

const HUNDRED = 100
const TITLE = words('导入音乐', 'Import music')
const TEMPLATE = words('下载模板', 'Download the template')
const HOW = words(
  `表格写名称、文件名和标签，最多${MAX_IMPORT_ROWS}行；再选表格里的音频文件，一般在 ${DEFAULT_MUSIC_PATH}。`,
  `The sheet has names, file names and tags, up to ${MAX_IMPORT_ROWS} rows; then choose its sound files, usually in ${DEFAULT_MUSIC_PATH}.`,
)
const CHOOSE = words('选择音频文件', 'Choose the sound files')
const BEGIN = words('开始导入', 'Import')
const GO_ON = words('继续导入', 'Go on')
const CLOSE = words('关闭', 'Close')

/** Many sounds by a sheet: which row became an asset, and why another did not. A broken import goes on where it was. */
export function ImportDialog({ kind, onClose }: { kind: 'audio' | 'sound'; onClose: () => void }) {
  const speak = useSpeak()
  const lang = useLanguage()
  const [sheet, setSheet] = useState<string>()
  const [files, setFiles] = useState<readonly File[]>([])
  const [share, setShare] = useState<number>()
  const [failed, setFailed] = useState<CallError>()
  const [outcome, setOutcome] = useState<Outcome>()
  const picker = useRef<HTMLInputElement>(null)
  const running = useRef<AbortController>(null)
  /** What has arrived, by the file: it is not sent again. */
  const sent = useRef(new Map<File, string>())
  const [key] = useState(() => crypto.randomUUID())
  useEffect(() => () => running.current?.abort(), [])

  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setFiles([...(target.files ?? [])].slice(0, MAX_IMPORT_ROWS).map(withNamedType))
    target.value = ''
  }

  async function run(upload_id: string) {
    const own = new AbortController()
    running.current = own
    setFailed(undefined)
    setShare(0)
    try {
      for (const [index, file] of files.entries()) {
        if (sent.current.has(file)) continue
        const onProgress = (part: number) => setShare((index + part) / files.length)
        const told = { signal: own.signal, onProgress, onSent: () => {} }
        const upload = await sendFile({ kind: 'audio', file, name: file.name }, told)
        sent.current.set(file, upload.upload_id)
      }
      setShare(1)
      const named = [...sent.current].map(([file, id]) => ({ upload_id: id, filename: file.name }))
      const input = { upload_id, files: named, kind, key }
      setOutcome(await call(assetApi.importMusic, input, { silent: true, signal: own.signal }))
      refreshAll(assetApi.importMusic.changes)
    } catch (error) {
      if (own.signal.aborted) return
      if (!(error instanceof CallError)) throw error
      setFailed(error)
    } finally {
      if (!own.signal.aborted) setShare(undefined)
    }
  }

  const isRunning = share !== undefined
  const ready = sheet !== undefined && files.length > 0 && !isRunning && outcome === undefined
  return (
    <Modal
      open
      title={speak(TITLE)}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{speak(CLOSE)}</Button>
          <Button type="primary" disabled={!ready} onClick={() => sheet && void run(sheet)}>
            {speak(failed ? GO_ON : BEGIN)}
          </Button>
        </>
      }
    >
      <div className={css.steps}>
        <p>
          {speak(HOW)} <a href={IMPORT_TEMPLATE_PATH}>{speak(TEMPLATE)}</a>
        </p>
        <SheetField onUploaded={setSheet} />
        <div>
          <input
            ref={picker}
            className={textStyles.hidden}
            type="file"
            multiple
            accept=".mp3,.wav,.ogg,.m4a"
            aria-label={speak(CHOOSE)}
            tabIndex={-1}
            onChange={choose}
          />
          <Button disabled={isRunning} onClick={() => picker.current?.click()}>
            {speak(CHOOSE)}
          </Button>{' '}
          {files.length > 0
            ? speak(words(`已选${files.length}个`, `${files.length} chosen`))
            : null}
        </div>
        {isRunning ? (
          <Progress
            percent={Math.floor(share * HUNDRED)}
            aria-label={speak(words('导入进度', 'Progress of the import'))}
          />
        ) : null}
        {failed ? (
          <p className={textStyles.fault} role="alert">
            <FaultWords error={failed} />
          </p>
        ) : null}
        {outcome ? (
          <div role="status">
            <p>
              {speak(
                words(
                  `已导入${outcome.added}首，${outcome.list.length - outcome.added}行没有导入`,
                  `${outcome.added} imported, ${outcome.list.length - outcome.added} rows not`,
                ),
              )}
            </p>
            <ul className={css.outcome}>
              {outcome.list
                .filter(({ asset_id }) => asset_id === null)
                .map(({ row, name, error, error_en }) => (
                  <li key={row}>
                    {speak(words(`第${row}行`, `Row ${row}`))} {name} ·{' '}
                    {lang === 'zh' ? error : error_en}
                  </li>
                ))}
            </ul>
          </div>
        ) : null}
      </div>
    </Modal>
  )
}
