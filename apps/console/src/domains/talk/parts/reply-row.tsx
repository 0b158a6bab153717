import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input, InputNumber, Segmented, Select, Switch, Tag } from 'antd'
import { IsOrNot, OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { dayOf } from '@kaibo/contract/kernel/day.ts'
import { labelOf, optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { Reply } from '@kaibo/contract/talk/reply.schema.ts'
import { AnswerMatch } from '@kaibo/contract/talk/talk.enums.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { LastDay } from '#kit/date/last-day.tsx'
import styles from '../talk.module.css'
import own from '../talk-room.module.css'

interface ReplyRowProps {
  reply: Reply
  isOpen: boolean
  /** What the server said of it. */
  faults: readonly string[] | undefined
  onOpen: (on: boolean) => void
  onChange: (reply: Reply) => void
  onRemove: () => void
}

/** One question: a line of it, or its form. */
export function ReplyRow(props: ReplyRowProps) {
  const { reply, isOpen, faults, onOpen, onChange, onRemove } = props
  const t = useText('talk_room')
  const language = useLanguage()
  const name = reply.keywords[0] ?? ''
  return (
    <li className={own.reply} data-off={reply.enabled === OpenStatus.close || undefined}>
      <div className={own.line}>
        <Switch
          size="small"
          aria-label={t('enabled', { name })}
          checked={reply.enabled === OpenStatus.open}
          onChange={(on) =>
            onChange({ ...reply, enabled: on ? OpenStatus.open : OpenStatus.close })
          }
        />
        <button
          type="button"
          className={own.summary}
          aria-expanded={isOpen}
          aria-label={t('edit', { name })}
          onClick={() => onOpen(!isOpen)}
        >
          <span>
            {reply.keywords.map((keyword) => (
              <Tag key={keyword}>{keyword}</Tag>
            ))}
          </span>
          <span className={own.said}>{reply.replies.join(' / ')}</span>
          <span className={own.meta}>
            {labelOf(AnswerMatch, reply.match, language)}
            {reply.cooldown_s > 0 ? ` · ${t('every', { count: reply.cooldown_s })}` : ''}
            {reply.valid_until === undefined
              ? ''
              : ` · ${t('until', { day: dayOf(reply.valid_until - 1) })}`}
          </span>
        </button>
        <Button
          type="text"
          danger
          icon={<DeleteOutlined />}
          aria-label={t('delete', { name })}
          onClick={onRemove}
        />
      </div>
      {faults ? (
        <p role="alert" className={styles.failed}>
          {faults.join('；')}
        </p>
      ) : null}
      {isOpen ? <ReplyForm reply={reply} onChange={onChange} /> : null}
    </li>
  )
}

/** Answered until the end of that day; without one, for ever. */
function until(reply: Reply, valid_until: number | null): Reply {
  const { valid_until: _until, ...always } = reply
  return valid_until === null ? always : { ...reply, valid_until }
}

function ReplyForm({ reply, onChange }: Pick<ReplyRowProps, 'reply' | 'onChange'>) {
  const t = useText('talk_room')
  const language = useLanguage()
  const set = (part: Partial<Reply>) => onChange({ ...reply, ...part })
  const { id, replies } = reply
  return (
    <div className={own.form}>
      <div className={styles.row}>
        <label htmlFor={`${id}-words`}>{t('keywords')}</label>
        <Select
          id={`${id}-words`}
          mode="tags"
          autoFocus={reply.keywords.length === 0}
          open={false}
          suffixIcon={null}
          className={own.keywords}
          placeholder={t('keywords_hint')}
          tokenSeparators={['/', '，', ',']}
          maxCount={20}
          value={reply.keywords}
          onChange={(keywords: string[]) => set({ keywords: keywords.map((one) => one.trim()) })}
        />
      </div>
      <div className={styles.row}>
        <span>{t('replies')}</span>
        <div className={own.keywords}>
          {replies.map((text, index) => (
            // A line has no identity but its place; its text is held by the draft, not by the element.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={index} className={own.line}>
              <Input.TextArea
                rows={1}
                className={styles.grows}
                maxLength={500}
                aria-label={t('reply_line', { number: index + 1 })}
                value={text}
                onChange={({ target }) =>
                  set({ replies: replies.with(index, target.value.replaceAll('\n', ' ')) })
                }
              />
              {replies.length > 1 ? (
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={`${t('remove')} ${t('reply_line', { number: index + 1 })}`}
                  onClick={() => set({ replies: replies.toSpliced(index, 1) })}
                />
              ) : null}
            </div>
          ))}
          <Button
            size="small"
            icon={<PlusOutlined />}
            disabled={replies.length >= 20}
            onClick={() => set({ replies: [...replies, ''] })}
          >
            {t('reply_add')}
          </Button>
        </div>
      </div>
      <div className={styles.inline}>
        <Segmented
          value={reply.match}
          onChange={(match) => set({ match })}
          options={optionsOf(AnswerMatch, language)}
        />
        <Checkbox
          checked={reply.at === IsOrNot.is}
          onChange={({ target }) => set({ at: target.checked ? IsOrNot.is : IsOrNot.not })}
        >
          {t('at')}
        </Checkbox>
        <label className={styles.inline}>
          {t('every_label')}
          <InputNumber
            min={0}
            max={86_400}
            aria-label={t('every_label')}
            value={reply.cooldown_s}
            onChange={(cooldown_s) => cooldown_s !== null && set({ cooldown_s })}
          />
        </label>
        <label className={styles.inline} htmlFor={`${id}-until`}>
          {t('until_label')}
          <LastDay
            id={`${id}-until`}
            placeholder={t('until_never')}
            value={reply.valid_until ?? null}
            onChange={(valid_until) => onChange(until(reply, valid_until))}
          />
        </label>
      </div>
    </div>
  )
}
