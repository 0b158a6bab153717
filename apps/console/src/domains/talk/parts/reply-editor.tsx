import { useMemo, useState } from 'react'
import { PlusOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import type { DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import { fold } from '@kaibo/contract/kernel/fold.ts'
import { MAX_REPLIES } from '@kaibo/contract/talk/reply.line.ts'
import type { Reply } from '@kaibo/contract/talk/reply.schema.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { CallError } from '#client/errors.ts'
import { useText } from '#client/i18n.ts'
import { useAct } from '#client/query.ts'
import { newReply } from '../reply.paste.ts'
import { PartFrame } from './part-frame.tsx'
import { ReplyPaste } from './reply-paste.tsx'
import { ReplyRow } from './reply-row.tsx'
import { ReplyTry } from './reply-try.tsx'
import styles from '../talk.module.css'
import own from '../talk-room.module.css'

interface ReplyEditorProps {
  part: DataOf<typeof talkApi.part>
  replies: readonly Reply[]
}

/** The questions that one room answers. */
export function ReplyEditor({ part, replies }: ReplyEditorProps) {
  const t = useText('talk_room')
  const { room, version } = part
  const { room_code } = room
  const [list, setList] = useState(replies)
  const [isDirty, setDirty] = useState(false)
  const [open, setOpen] = useState<string>()
  const [isPasting, setPasting] = useState(false)
  const [keyword, setKeyword] = useState('')
  const save = useAct(talkApi.saveReplies, { silent: true, onSuccess: () => setDirty(false) })
  const wrong = useMemo(() => faultsOf(save.error), [save.error])
  const change = (next: readonly Reply[]) => {
    setList(next)
    setDirty(true)
  }
  function add() {
    const fresh = newReply([], [''])
    change([fresh, ...list])
    setKeyword('')
    setOpen(fresh.id)
  }
  const wanted = fold(keyword)
  const shown = list
    .map((reply, place) => ({ reply, place }))
    .filter(
      ({ reply }) =>
        wanted === '' ||
        reply.id === open ||
        [...reply.keywords, ...reply.replies].some((text) => fold(text).includes(wanted)),
    )
  return (
    <PartFrame
      title={t('reply_title', { name: room.name })}
      count={t('reply_count', { count: list.length })}
      hint={t('reply_hint')}
      isDirty={isDirty}
      saving={save.isPending}
      error={wrong.size > 0 ? { message: t('to_mend', { count: wrong.size }) } : save.error}
      onSave={() => save.mutate({ room_code, version, list: [...list] })}
    >
      <div className={own.tools}>
        <Input.Search
          allowClear
          className={styles.wide}
          placeholder={t('find')}
          aria-label={t('find')}
          value={keyword}
          onChange={({ target }) => setKeyword(target.value)}
        />
        <Button icon={<PlusOutlined />} disabled={list.length >= MAX_REPLIES} onClick={add}>
          {t('add')}
        </Button>
        <Button onClick={() => setPasting(true)}>{t('paste')}</Button>
      </div>
      <ReplyTry room_code={room_code} list={list} onFound={setOpen} />
      {list.length === 0 ? <p className={styles.empty}>{t('reply_none')}</p> : null}
      <ul className={own.replies}>
        {shown.map(({ reply, place }) => (
          <ReplyRow
            key={reply.id}
            reply={reply}
            isOpen={reply.id === open}
            faults={wrong.get(place)}
            onOpen={(on) => setOpen(on ? reply.id : undefined)}
            onChange={(next) => change(list.with(place, next))}
            onRemove={() => change(list.toSpliced(place, 1))}
          />
        ))}
      </ul>
      {isPasting ? (
        <ReplyPaste list={list} onClose={() => setPasting(false)} onPasted={change} />
      ) : null}
    </PartFrame>
  )
}

/** What the server says of each question, by its place in the list. */
function faultsOf(error: Error | null): ReadonlyMap<number, readonly string[]> {
  const faults = new Map<number, string[]>()
  const fields = error instanceof CallError ? error.fields : undefined
  for (const [path, said] of Object.entries(fields ?? {})) {
    const place = Number(/^list\.(\d+)\./.exec(path)?.[1] ?? Number.NaN)
    if (!Number.isNaN(place)) faults.set(place, [...(faults.get(place) ?? []), said])
  }
  return faults
}
