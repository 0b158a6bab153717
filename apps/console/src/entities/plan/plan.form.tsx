import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form, Input, InputNumber, Select } from 'antd'
import { useParams } from 'react-router'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { OpenStatus, StopLive } from '@kaibo/contract/facts/enums.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { planApi } from '@kaibo/contract/plan/plan.api.ts'
import { WEEKDAYS } from '@kaibo/contract/plan/plan.conflict.words.ts'
import { LatePolicy, SegmentKind } from '@kaibo/contract/plan/plan.enums.ts'
import { DEFAULT_ZONE } from '@kaibo/contract/plan/plan.rules.ts'
import type { PlanRow } from '@kaibo/contract/plan/plan.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { fieldsOf } from '#kit/form/fields-of.ts'
import { FormPart } from '#kit/form/form-part.tsx'
import { PlayableSelect } from '#domains/lookup/parts/playable-select.tsx'
import { RecordForm, type RecordFormProps } from '#kit/form/record-form.tsx'
import { RoomSelect } from '#domains/lookup/parts/room-select.tsx'
import { VoiceSelect } from '#domains/lookup/parts/voice-select.tsx'
import { Chosen } from './chosen.tsx'
import { saidOf } from './plan.move.ts'
import { StopFields } from './stop-fields.tsx'
import './plan.i18n.ts'
import styles from './plan.module.css'

const { Field, TextField, ChoiceField, FieldList } = fieldsOf(planApi.add)

const FRESH = {
  zone: DEFAULT_ZONE,
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  start: '20:00',
  stop: { mode: StopLive.check_setime, at: '22:00' },
  segments: [],
  loop: false,
  late: LatePolicy.skip,
  enabled: OpenStatus.open,
}

const asInput = (plan: PlanRow) => ({ ...saidOf(plan), segments: plan.segments ?? [] })

interface PlanFormProps extends RecordFormProps<PlanRow> {
  /** A new plan begins as this one is, for this room or another. */
  copied?: PlanRow
}

/** When a room starts by itself, until when, and what it says. */
export function PlanForm({ row, copied, onClose }: PlanFormProps) {
  const { room_code = '' } = useParams()
  const t = useText('plan')
  const lang = useLanguage()
  const days = WEEKDAYS[lang].map((label, at) => ({ value: at + 1, label }))
  return (
    <RecordForm
      row={row}
      create={planApi.add}
      edit={planApi.add}
      of={(plan) => ({ id: plan.id, room_code: plan.room_code })}
      within={copied ? {} : { room_code }}
      noun={nouns.plan}
      fresh={copied ? { ...asInput(copied), room_code: copied.room_code } : FRESH}
      asInput={asInput}
      onClose={onClose}
    >
      {copied ? (
        <Field name="room_code">
          <RoomSelect />
        </Field>
      ) : null}
      <TextField name="name" />
      <Field name="weekdays" help={t('dates_hint')}>
        <Select mode="multiple" allowClear options={days} />
      </Field>
      <Field name="date">
        <Chosen type="date" />
      </Field>
      <Field name="start">
        <Chosen type="time" />
      </Field>
      <StopFields />
      <Field name="valid_from">
        <Chosen type="date" />
      </Field>
      <Field name="valid_to">
        <Chosen type="date" />
      </Field>
      <ChoiceField name="late" options={optionsOf(LatePolicy, lang)} />
      <ChoiceField name="enabled" options={optionsOf(OpenStatus, lang)} />
      <FormPart title={t('script')} />
      <Segments />
      <Field name="loop">
        <Select
          options={[
            { value: false, label: t('loop_no') },
            { value: true, label: t('loop_yes') },
          ]}
        />
      </Field>
    </RecordForm>
  )
}

function Segments() {
  const t = useText('plan')
  const lang = useLanguage()
  return (
    <FieldList
      name="segments"
      renderAdder={(add) => (
        <Button
          icon={<PlusOutlined aria-hidden />}
          onClick={() => add({ kind: SegmentKind.talk, text: '' })}
        >
          {t('add_segment')}
        </Button>
      )}
    >
      {({ index, remove }) => (
        <div
          className={styles.segment}
          role="group"
          aria-label={t('segment', { number: index + 1 })}
        >
          <Field name={`segments.${index}.kind`}>
            <Select options={optionsOf(SegmentKind, lang)} />
          </Field>
          <Form.Item noStyle dependencies={[['segments', index, 'kind']]}>
            {({ getFieldValue }) => (
              <SegmentContent
                index={index}
                kind={getFieldValue(['segments', index, 'kind']) as SegmentKind}
              />
            )}
          </Form.Item>
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('remove_segment')}
            onClick={remove}
          />
        </div>
      )}
    </FieldList>
  )
}

function SegmentContent({ index, kind }: { index: number; kind: SegmentKind }) {
  const t = useText('plan')
  if (kind === SegmentKind.wait)
    return (
      <Field name={`segments.${index}.seconds`}>
        <InputNumber min={1} max={3_600} />
      </Field>
    )
  if (kind === SegmentKind.talk)
    return (
      <div className={styles.line}>
        <Field name={`segments.${index}.text`}>
          <Input.TextArea autoSize maxLength={500} />
        </Field>
        <Field name={`segments.${index}.voice_id`}>
          <VoiceSelect placeholder={t('room_voice')} />
        </Field>
      </div>
    )
  return (
    // One that was chosen for the other kind is none of this
    <Field key={kind} name={`segments.${index}.asset_id`}>
      <PlayableSelect only={kind} />
    </Field>
  )
}
