import type { ComponentType } from 'react'
import type { Endpoint, InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { ChoiceField, type ChoiceFieldProps } from './choice-field.tsx'
import { FieldList, type FieldListProps } from './field-list.tsx'
import { Field, type FieldProps } from './field.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'
import type { PathOf } from './path.ts'

type Named<Props, Values> = ComponentType<Omit<Props, 'name'> & { name: PathOf<Values> }>

interface Fields<Values> {
  Field: Named<FieldProps, Values>
  TextField: Named<TextFieldProps, Values>
  ChoiceField: Named<ChoiceFieldProps, Values>
  FieldList: Named<FieldListProps, Values>
}

const fields = { Field, TextField, ChoiceField, FieldList }

/** The fields of a form that fills in these calls: a name that none of them has does not type-check. */
export const fieldsOf = <E extends readonly Endpoint[]>(..._calls: E): Fields<InputOf<E[number]>> =>
  fields

/** The same for a form whose values differ from the call's input. */
export const fieldsFor = <Values>(): Fields<Values> => fields
