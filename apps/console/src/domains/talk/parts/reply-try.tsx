import { useState } from 'react'
import { Input } from 'antd'
import type { Reply } from '@kaibo/contract/talk/reply.schema.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { useText } from '#client/i18n.ts'
import { useAct } from '#client/query.ts'
import { Fault } from '#kit/panel/fault.tsx'
import own from '../talk-room.module.css'

interface ReplyTryProps {
  room_code: string
  /** As it is in the editor, saved or not. */
  list: readonly Reply[]
  onFound: (id: string) => void
}

/** Asks what would be answered: the server runs the code of the PC. */
export function ReplyTry({ room_code, list, onFound }: ReplyTryProps) {
  const t = useText('talk_room')
  const [text, setText] = useState('')
  const tried = useAct(talkApi.tryReply, {
    silent: true,
    onSuccess: ({ answer }) => answer && onFound(answer.id),
  })
  const answer = tried.data?.answer
  return (
    <div className={own.try}>
      <Input.Search
        aria-label={t('try')}
        placeholder={t('try_hint')}
        enterButton={t('try_run')}
        maxLength={200}
        value={text}
        loading={tried.isPending}
        onChange={({ target }) => setText(target.value)}
        onSearch={() =>
          text.trim() !== '' && tried.mutate({ room_code, text: text.trim(), list: [...list] })
        }
      />
      <p role="status" className={own.meta}>
        {answer
          ? `${t('try_says', { text: answer.text })} · ${t('try_by', { keyword: answer.keyword })}`
          : tried.isSuccess
            ? t('try_none')
            : ''}
      </p>
      {tried.error ? <Fault error={tried.error} /> : null}
    </div>
  )
}
