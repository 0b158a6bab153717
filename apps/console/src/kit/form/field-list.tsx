import { Fragment, type ReactNode } from 'react'
import { Form } from 'antd'
import { useForm } from './form-body.tsx'
import { labelFor } from './rules.ts'
import { ListPath, useName } from './use-name.ts'
import { useSpeak } from '#client/language.ts'

/** What can be done with one item of a list. */
export interface ListItem {
  /** In the names of its fields: `segments.${index}.text`. */
  index: number
  /** How many there are. */
  count: number
  remove: () => void
  /** To another place; the others close up. */
  move: (to: number) => void
}

export interface FieldListProps {
  name: string
  children: (item: ListItem) => ReactNode
  /** Under the items: what adds one. */
  adder: (add: (value?: unknown) => void) => ReactNode
}

/** A list of groups of fields, in an order that counts. What the server says of the list as a whole stands under it. */
export function FieldList({ name, children, adder }: FieldListProps) {
  const { schema, note } = useForm()
  const speak = useSpeak()
  // antd tells of what is typed, and not of what is added, moved or taken away.
  const noted = (act: () => void) => {
    act()
    note()
  }
  return (
    <Form.List name={useName(name)}>
      {(fields, { add, remove, move }, { errors }) => {
        return (
          <fieldset aria-label={speak(labelFor(schema, name))}>
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
            {adder((value) => noted(() => add(value)))}
          </fieldset>
        )
      }}
    </Form.List>
  )
}
