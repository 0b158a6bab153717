import { Fragment, type ReactNode } from 'react'
import { Form } from 'antd'
import { useForm } from './form-body.tsx'
import { labelFor } from './rules.ts'
import { ListPath, useName } from './use-name.ts'
import { useSpeak } from '#client/language.ts'
import styles from './form.module.css'

/** What can be done with one item of a list. */
export interface ListItem {
  /** Its index, as in the names of its fields: `segments.${index}.text`. */
  index: number
  /** How many there are. */
  count: number
  remove: () => void
  /** Moves it to another index. */
  move: (to: number) => void
}

export interface FieldListProps {
  name: string
  children: (item: ListItem) => ReactNode
  /** Under the items: what adds one. */
  renderAdder: (add: (value?: unknown) => void) => ReactNode
}

/** An ordered list of groups of fields. Errors of the list as a whole are shown below it. */
export function FieldList({ name, children, renderAdder }: FieldListProps) {
  const { schema, note } = useForm()
  const speak = useSpeak()
  // antd reports typing, but not added, moved or removed items.
  const noted = (act: () => void) => {
    act()
    note()
  }
  return (
    <Form.List name={useName(name)}>
      {(fields, { add, remove, move }, { errors }) => {
        return (
          <fieldset className={styles.list} aria-label={speak(labelFor(schema, name))}>
            <ListPath value={name}>
              {fields.map((field, index) => (
                <Fragment key={field.key}>
                  {children({
                    index,
                    count: fields.length,
                    remove: () => noted(() => remove(index)),
                    move: (to) => noted(() => move(index, to)),
                  })}
                </Fragment>
              ))}
            </ListPath>
            <Form.ErrorList errors={errors} />
            {renderAdder((value) => noted(() => add(value)))}
          </fieldset>
        )
      }}
    </Form.List>
  )
}
