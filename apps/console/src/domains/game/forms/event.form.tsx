import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form, Input, Select, Switch } from 'antd'
import { useMatch } from 'react-router'
import { DataType, NotifyMode } from '@kaibo/contract/facts/enums.ts'
import type { EventRow, PayloadField } from '@kaibo/contract/game/event.schema.ts'
import { gameApi } from '@kaibo/contract/game/game.api.ts'
import { gameArea } from '@kaibo/contract/game/game.area.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { fieldsOf } from '#kit/form/fields-of.ts'
import { RecordForm, type RecordFormProps } from '#kit/form/record-form.tsx'
import { EVENT } from '../game.actions.tsx'
import { SampleInput } from '../parts/sample-input.tsx'
import { ScalarInput } from '../parts/scalar-input.tsx'
import '../game.i18n.ts'
import styles from '../game.module.css'

const { Field, TextField, FieldList } = fieldsOf(gameApi.addEvent, gameApi.updateEvent)

/** An event of the game that the page is of. */
export function EventForm({ row, onClose }: RecordFormProps<EventRow>) {
  // Dialogs stand beside the pages, where a page's own parameters are not known
  const game_id = useMatch(gameArea.screens.gameEvent.path)?.params.game_id ?? ''
  const t = useText('game')
  const lang = useLanguage()
  return (
    <RecordForm
      row={row}
      create={gameApi.addEvent}
      edit={gameApi.updateEvent}
      of={({ event_id }) => ({ event_id })}
      noun={EVENT}
      within={{ game_id }}
      fresh={{ notify: NotifyMode.normal, payload: [], sample: {} }}
      asInput={({ key, name, payload, sample, notify }) => ({ key, name, payload, sample, notify })}
      onClose={onClose}
    >
      <TextField name="name" />
      <TextField name="key" help={t('key_hint')} />
      <Field name="notify">
        <Select options={optionsOf(NotifyMode, lang)} />
      </Field>
      <h4 className={styles.part}>{t('payload')}</h4>
      <FieldList
        name="payload"
        renderAdder={(add) => (
          <Button
            size="small"
            icon={<PlusOutlined />}
            onClick={() => add({ key: '', label: '', type: DataType.string })}
          >
            {t('add_field')}
          </Button>
        )}
      >
        {({ index, remove }) => (
          <div className={styles.line} role="group" aria-label={`${t('payload')} ${index + 1}`}>
            <Field name={`payload.${index}.key`}>
              <Input maxLength={40} />
            </Field>
            <Field name={`payload.${index}.label`}>
              <Input maxLength={30} />
            </Field>
            <Field name={`payload.${index}.type`}>
              <Select options={optionsOf(DataType, lang)} />
            </Field>
            <Form.Item noStyle dependencies={[['payload', index, 'type']]}>
              {({ getFieldValue }) => (
                <Field name={`payload.${index}.fallback`}>
                  <ScalarInput
                    type={getFieldValue(['payload', index, 'type']) as PayloadField['type']}
                  />
                </Field>
              )}
            </Form.Item>
            <Field name={`payload.${index}.sums`}>
              <Switch />
            </Field>
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={`${t('remove')} ${t('payload')} ${index + 1}`}
              onClick={remove}
            />
          </div>
        )}
      </FieldList>
      <Field name="sample" help={t('sample_hint')}>
        <SampleInput />
      </Field>
      {row && row.references > 0 ? (
        <Field name="force" help={t('force')}>
          <Switch />
        </Field>
      ) : null}
    </RecordForm>
  )
}
