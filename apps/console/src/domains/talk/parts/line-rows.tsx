import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useRef } from 'react'
import type { SayAction } from '@kaibo/contract/talk/action.schema.ts'
import { variableLabel } from '@kaibo/contract/talk/sentence.ts'
import type { ChildNode, SonNode } from '@kaibo/contract/talk/talk.schema.ts'
import { variableOf, variablesUnder } from '@kaibo/contract/talk/vocabulary.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { useKnown } from '../talk.known.ts'
import styles from '../talk.module.css'

interface LineRowsProps {
  node: SonNode
  heard: readonly string[]
  onEdit: (change: Partial<ChildNode>) => void
}

const isSay = (action: SonNode['actions'][number]): action is SayAction => action.kind === 'say'

/** What the rule says: one of these lines, with what the event knows put in. */
export function LineRows({ node, heard, onEdit }: LineRowsProps) {
  const t = useText('talk')
  const lang = useLanguage()
  const known = useKnown()
  /** Where in which line somebody wrote last. */
  const caret = useRef({ line: -1, at: 0 })
  const say = node.actions.find(isSay)
  if (!say) return null
  const set = (templates: SayAction['templates']) =>
    onEdit({ actions: node.actions.map((one) => (one === say ? { ...say, templates } : one)) })
  function insert(index: number, key: string) {
    const template = say?.templates[index]
    if (!say || !template) return
    const { text } = template
    const at = caret.current.line === index ? caret.current.at : text.length
    const put = `{{${key}}}`
    caret.current = { line: index, at: at + put.length }
    const written = `${text.slice(0, at)}${put}${text.slice(at)}`
    set(say.templates.with(index, { ...template, text: written }))
  }
  const variables = variablesUnder(known, heard).filter(
    // What a game adds is there to be spoken of
    ({ key }) => SPOKEN.includes(key) || !variableOf(key),
  )
  return (
    <fieldset className={styles.group} data-part="say">
      <legend>{t('lines')}</legend>
      {say.templates.map((template, index) => (
        // A line has no identity but its place; its text is held by the draft, not by the element.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={styles.line} data-part={`say/templates[${index}]`}>
          <Input.TextArea
            aria-label={t('line', { number: index + 1 })}
            rows={1}
            className={styles.grows}
            maxLength={500}
            value={template.text}
            onSelect={({ currentTarget: { selectionEnd } }) => {
              caret.current = { line: index, at: selectionEnd }
            }}
            onChange={({ target }) => {
              caret.current = { line: index, at: target.selectionEnd }
              set(say.templates.with(index, { ...template, text: target.value }))
            }}
          />
          <span className={styles.inserts}>
            {variables.map((variable) => (
              <Button
                key={variable.key}
                size="small"
                aria-label={`${t('insert')} ${variableLabel(variable, lang)}`}
                onClick={() => insert(index, variable.key)}
              >
                {variableLabel(variable, lang)}
              </Button>
            ))}
            {say.templates.length > 1 ? (
              <Button
                size="small"
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t('delete')}
                onClick={() => set(say.templates.toSpliced(index, 1))}
              />
            ) : null}
          </span>
        </div>
      ))}
      <Button
        size="small"
        icon={<PlusOutlined />}
        onClick={() => set([...say.templates, { text: '', weight: 1 }])}
      >
        {t('add_line')}
      </Button>
    </fieldset>
  )
}

/** What is worth saying; the rest is for conditions. */
const SPOKEN: readonly string[] = [
  'ev.user.name',
  'ev.gift.name',
  'ev.gift.count',
  'ev.text',
  'ev.count',
]
