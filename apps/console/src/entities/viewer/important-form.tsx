import { Button, Form, Input, Segmented } from 'antd'
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import * as z from 'zod/mini'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { Consumers, MAX_IMPORTANT } from '@kaibo/contract/talk/consumer.schema.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { CallError } from '#client/errors.ts'
import { useText } from '#client/i18n.ts'
import { useAct } from '#client/query.ts'
import { DialogForm } from '#kit/form/dialog-form.tsx'
import { fieldsOf } from '#kit/form/fields-of.ts'
import textStyles from '#kit/text/text.module.css'
import './important.i18n.ts'
import styles from './important.module.css'

const { Field, FieldList } = fieldsOf(talkApi.saveConsumers)
const FRESH = { open_id: '', nickname: '', note: '', greet: '', level: 1 }
const Saved = z.pick(Consumers, { version: true })

interface ImportantFormProps {
  room_code: string
  given: Consumers
  onClose: () => void
}

/** All important viewers of a room at once. */
export function ImportantForm({ room_code, given, onClose }: ImportantFormProps) {
  const t = useText('important')
  const save = useAct(talkApi.saveConsumers, { silent: true })
  const { version, list } = given
  const kept = list.map(({ open_id, nickname, note, level, greet }) => ({
    open_id,
    nickname,
    note,
    level,
    greet,
  }))
  return (
    <DialogForm
      schema={talkApi.saveConsumers.input}
      title={t('title')}
      submit={t('save')}
      initial={{ room_code, version, list: kept }}
      onSubmit={(values) =>
        save.mutateAsync({ ...values, room_code, version: values.version ?? version })
      }
      newer={(error) => newerOf(error)}
      onSaved={onClose}
      onClose={onClose}
    >
      <p className={textStyles.hint}>{t('hint', { greet: '{{ev.user.greet}}' })}</p>
      <FieldList
        name="list"
        renderAdder={(add) => (
          <Form.Item noStyle shouldUpdate>
            {({ getFieldValue }) =>
              ((getFieldValue('list') as unknown[] | undefined)?.length ?? 0) < MAX_IMPORTANT ? (
                <Button size="small" icon={<PlusOutlined />} onClick={() => add(FRESH)}>
                  {t('add')}
                </Button>
              ) : null
            }
          </Form.Item>
        )}
      >
        {({ index, remove }) => (
          <div className={styles.viewer} role="group" aria-label={t('one', { number: index + 1 })}>
            <Field name={`list.${index}.open_id`}>
              <Input maxLength={128} />
            </Field>
            <Field name={`list.${index}.nickname`}>
              <Input maxLength={100} />
            </Field>
            <Field name={`list.${index}.level`}>
              <Segmented options={[1, 2, 3]} aria-label={t('level')} />
            </Field>
            <Field name={`list.${index}.greet`}>
              <Input maxLength={100} />
            </Field>
            <Field name={`list.${index}.note`}>
              <Input maxLength={100} />
            </Field>
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={t('remove', { number: index + 1 })}
              onClick={remove}
            />
          </div>
        )}
      </FieldList>
    </DialogForm>
  )
}

/** What somebody else has saved meanwhile. */
function newerOf(error: unknown) {
  if (!(error instanceof CallError) || error.code !== Code.conflict) return undefined
  const { data } = z.safeParse(Saved, error.data)
  const { list } = (error.data ?? {}) as Partial<Consumers>
  return data && list ? { version: data.version, list } : undefined
}
