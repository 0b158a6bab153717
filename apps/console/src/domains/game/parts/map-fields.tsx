import type { ReactNode } from 'react'
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form, Input, Select } from 'antd'
import { gameApi } from '@kaibo/contract/game/game.api.ts'
import { wordsInWords } from '@kaibo/contract/game/game.rules.ts'
import type { GameCommand } from '@kaibo/contract/game/game.schema.ts'
import { useText } from '#client/i18n.ts'
import { fieldsOf } from '#kit/form/fields-of.ts'
import { ValuesInput } from './values-input.tsx'
import styles from '../game.module.css'

const { Field, FieldList } = fieldsOf(gameApi.add)

const FRESH = {
  camps: { id: '', name: '', colour: '#e5484d' },
  commands: { name: '', label: '', args: [] },
  gift_map: { gift: '', command: '', args: [], text: '' },
  keyword_map: { word: '', command: '', args: [], text: '' },
} as const

type Part = keyof typeof FRESH
const MOST = { camps: 8, commands: 30, gift_map: 8, keyword_map: 10 } as const
const ADD = {
  camps: 'add_camp',
  commands: 'add_command',
  gift_map: 'add_gift',
  keyword_map: 'add_word',
} as const

interface RowsProps {
  part: Part
  children: (index: number) => ReactNode
}

function Rows({ part, children }: RowsProps) {
  const t = useText('game')
  return (
    <>
      <h4 className={styles.part}>{t(part)}</h4>
      <FieldList
        name={part}
        renderAdder={(add) => (
          <Form.Item noStyle shouldUpdate>
            {({ getFieldValue }) =>
              ((getFieldValue(part) as unknown[] | undefined)?.length ?? 0) < MOST[part] ? (
                <Button size="small" icon={<PlusOutlined />} onClick={() => add(FRESH[part])}>
                  {t(ADD[part])}
                </Button>
              ) : null
            }
          </Form.Item>
        )}
      >
        {({ index, remove }) => (
          <div className={styles.line} role="group" aria-label={`${t(part)} ${index + 1}`}>
            {children(index)}
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={`${t('remove')} ${t(part)} ${index + 1}`}
              onClick={remove}
            />
          </div>
        )}
      </FieldList>
    </>
  )
}

/** The camps of a game, its commands, and which of them gifts and danmu are. */
export function MapFields() {
  const t = useText('game')
  return (
    <>
      <Rows part="camps">
        {(index) => (
          <>
            <Field name={`camps.${index}.id`}>
              <Input maxLength={20} />
            </Field>
            <Field name={`camps.${index}.name`}>
              <Input maxLength={20} />
            </Field>
            <Field name={`camps.${index}.colour`}>
              <Input type="color" />
            </Field>
          </>
        )}
      </Rows>
      <Rows part="commands">
        {(index) => (
          <>
            <Field name={`commands.${index}.name`}>
              <Input maxLength={40} />
            </Field>
            <Field name={`commands.${index}.label`}>
              <Input maxLength={30} />
            </Field>
            <Field name={`commands.${index}.args`}>
              <Select
                mode="tags"
                open={false}
                tokenSeparators={['，', ',']}
                placeholder={t('args_hint')}
              />
            </Field>
          </>
        )}
      </Rows>
      <Rows part="gift_map">
        {(index) => (
          <>
            <Field name={`gift_map.${index}.gift`}>
              <Input maxLength={40} />
            </Field>
            <Field name={`gift_map.${index}.command`}>
              <CommandSelect />
            </Field>
            <Field name={`gift_map.${index}.args`}>
              <ValuesInput />
            </Field>
            <Field name={`gift_map.${index}.text`}>
              <Input maxLength={30} />
            </Field>
          </>
        )}
      </Rows>
      <Rows part="keyword_map">
        {(index) => (
          <>
            <Field name={`keyword_map.${index}.word`}>
              <Input maxLength={10} />
            </Field>
            <Field name={`keyword_map.${index}.command`}>
              <CommandSelect />
            </Field>
            <Field name={`keyword_map.${index}.args`}>
              <ValuesInput />
            </Field>
            <Field name={`keyword_map.${index}.text`}>
              <Input maxLength={30} />
            </Field>
          </>
        )}
      </Rows>
      <Overlaps />
    </>
  )
}

interface CommandSelectProps {
  id?: string
  value?: string
  onChange?: (value: string) => void
}

/** One of the commands above. */
function CommandSelect(props: CommandSelectProps) {
  const commands = (Form.useWatch('commands') ?? []) as readonly Partial<GameCommand>[]
  const options = commands.flatMap(({ name, label }) =>
    name ? { value: name, label: label || name } : [],
  )
  return <Select {...props} options={options} />
}

function Overlaps() {
  const t = useText('game')
  const rows = (Form.useWatch('keyword_map') ?? []) as readonly { word?: string }[]
  const overlaps = wordsInWords(rows.map(({ word = '' }) => ({ word })))
  return overlaps.length === 0 ? null : (
    <ul className={styles.note} role="status">
      {overlaps.map(({ long, short }) => (
        <li key={`${long}/${short}`}>{t('overlap', { long, short })}</li>
      ))}
    </ul>
  )
}
