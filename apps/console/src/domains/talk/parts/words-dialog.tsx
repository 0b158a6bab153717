import { useMemo, useState } from 'react'
import { Button, Checkbox, Form, Input, Modal, Radio } from 'antd'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { WordLevel } from '@kaibo/contract/talk/words.enums.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { useAct } from '#client/query.ts'
import { DialogFooter } from '#kit/action/dialog-footer.tsx'
import { useDialogAct } from '#kit/action/use-dialog-act.ts'
import { LeaveGuard, useLeave, useUnsaved } from '#kit/form/leave-guard.tsx'
import { Fault } from '#kit/panel/fault.tsx'
import textStyles from '#kit/text/text.module.css'
import { pastedWords } from '../words.paste.ts'
import type { WordsAt } from './word-place.tsx'
import '../talk-words.i18n.ts'

interface WordsDialogProps {
  at: WordsAt
  place: string
  version: number
  onClose: () => void
}

const NAMED = 10

/** Adds words, one or thousands at once; says first what they would have held back. */
export function WordsDialog(props: WordsDialogProps) {
  return (
    <LeaveGuard onLeave={props.onClose}>
      <Written {...props} />
    </LeaveGuard>
  )
}

function Written({ at, place, version, onClose }: WordsDialogProps) {
  const t = useText('talk_words')
  const lang = useLanguage()
  const [text, setText] = useState('')
  const [level, setLevel] = useState<WordLevel>(WordLevel.block)
  const [bySound, setBySound] = useState<boolean>()
  const [tag, setTag] = useState('')
  const leave = useLeave()
  useUnsaved(text.trim() !== '', false)
  const { list, double, bad } = useMemo(() => pastedWords(text), [text])
  const sound = bySound === undefined ? {} : { sound: bySound ? IsOrNot.is : IsOrNot.not }
  const put = list.map(({ word, replace }) => ({ word, level, tag, ...sound, replace }))
  const trial = useAct(talkApi.setWords, { silent: true })
  const save = useDialogAct(talkApi.setWords, {
    onDone: onClose,
    failed: (reason) => `${t('add')}：${reason}`,
  })
  const changed =
    <V,>(set: (value: V) => void) =>
    (value: V) => {
      set(value)
      trial.reset()
    }
  const told = [
    list.length > 0 && t('read', { count: list.length }),
    double > 0 && t('double', { count: double }),
    bad.length > 0 && t('bad', { count: bad.length, lines: bad.slice(0, NAMED).join('、') }),
  ].filter((one) => one !== false)
  return (
    <Modal
      open
      mask={{ closable: false }}
      title={t('title', { place })}
      width={WIDTH.dialog}
      onCancel={leave}
      footer={
        <DialogFooter
          act={t('save', { count: list.length })}
          busy={save.isPending}
          disabled={list.length === 0}
          onAct={() => save.mutate({ ...at, version, put })}
          onClose={leave}
        />
      }
    >
      <Form layout="vertical" component="div">
        <Form.Item label={t('lines')} extra={t('lines_hint')} htmlFor="words-lines">
          <Input.TextArea
            id="words-lines"
            autoFocus
            rows={8}
            value={text}
            onChange={({ target }) => changed(setText)(target.value)}
          />
        </Form.Item>
        <p role="status">{told.join(' · ')}</p>
        <Form.Item label={t('level')} extra={t(`level_${level}`)}>
          <Radio.Group
            aria-label={t('level')}
            value={level}
            options={optionsOf(WordLevel, lang)}
            onChange={({ target }) => changed(setLevel)(target.value as WordLevel)}
          />
        </Form.Item>
        <Form.Item>
          <Checkbox
            checked={bySound ?? level === WordLevel.block}
            onChange={({ target }) => changed(setBySound)(target.checked)}
          >
            {t('by_sound')}
          </Checkbox>
        </Form.Item>
        <Form.Item label={t('tag')} htmlFor="words-tag">
          <Input
            id="words-tag"
            maxLength={20}
            value={tag}
            onChange={({ target }) => setTag(target.value)}
          />
        </Form.Item>
      </Form>
      <Button
        disabled={list.length === 0}
        loading={trial.isPending}
        onClick={() => trial.mutate({ ...at, version, put, dry: true })}
      >
        {t('try')}
      </Button>
      <p role="status" className={textStyles.meta}>
        {trial.isPending ? t('trying') : trial.data ? <Hits of={trial.data} /> : null}
      </p>
      {trial.error ? <Fault error={trial.error} /> : null}
      {save.error ? <Fault error={save.error} /> : null}
    </Modal>
  )
}

type Tried = NonNullable<ReturnType<typeof useAct<typeof talkApi.setWords>>['data']>

function Hits({ of: { would_hit, looked } }: { of: Tried }) {
  const t = useText('talk_words')
  const { lines } = looked
  const hits = would_hit.filter(({ n }) => n > 0)
  if (hits.length === 0) return t('tried_none', { lines })
  const sum = hits.reduce((all, { n }) => all + n, 0)
  return [
    t('tried', { lines, hits: sum }),
    ...hits.slice(0, NAMED).map(({ word, n }) => t('hit', { word, n })),
  ].join(' · ')
}
