import type * as z from 'zod/mini'
import { SELECT } from '@kaibo/contract/facts/constants.ts'
import type { AnyInput, DataOf, Endpoint } from '@kaibo/contract/kernel/endpoint.ts'
import { bracketed, useLanguage } from '#client/language.ts'
import { useCall } from '#client/query.ts'
import type { Lang } from '@kaibo/contract/kernel/words.ts'

/** A call that answers a list to choose from. */
export type OptionList = Endpoint<AnyInput, z.ZodMiniType<{ list: readonly object[] }>>
export type OptionOf<L extends OptionList> = DataOf<L>['list'][number]

export interface OptionSettings<Row> {
  valueField?: keyof Row & string
  labelField?: keyof Row & string
  /** A label that takes more than one field. */
  labelOf?: (row: Row) => string
  /** Which rows are offered at all; else each. */
  isOffered?: (row: Row) => boolean
  /** Why a row cannot be chosen; `undefined` when it can. */
  refuse?: (row: Row) => string | undefined
  /** Puts an entry with an empty value first: 请选择, or these words. */
  all?: boolean | string
  /** What is chosen already: it may have gone from the list, and must not show as its value. */
  kept?: readonly { value: string; label: string }[] | undefined
}

interface Option {
  value: string
  label: string
  disabled: boolean
}

/** Spec §3: value field `uid` and label field `name` unless told otherwise; an "all" entry stands first. */
export function optionsOf<Row extends object>(
  rows: readonly Row[],
  {
    valueField,
    labelField,
    labelOf,
    isOffered,
    refuse,
    all = false,
    kept = [],
  }: OptionSettings<Row>,
  lang: Lang,
): Option[] {
  const fieldOf = (row: Row, field: string) => String(row[field as keyof Row])
  const shown = isOffered ? rows.filter(isOffered) : rows
  const offered = shown.map((row) => {
    const reason = refuse?.(row)
    const label = labelOf?.(row) ?? fieldOf(row, labelField ?? SELECT.labelField)
    return {
      value: fieldOf(row, valueField ?? SELECT.valueField),
      label: reason ? bracketed(label, reason, lang) : label,
      disabled: reason !== undefined,
    }
  })
  const gone = kept.filter(({ value }) => !offered.some((option) => option.value === value))
  const first = {
    value: SELECT.allValue,
    label: all === true ? SELECT.allLabel[lang] : String(all),
  }
  return [
    ...(all === false ? [] : [{ ...first, disabled: false }]),
    ...offered,
    ...gone.map((option) => ({ ...option, disabled: false })),
  ]
}

/** The options of a list. A load that fails only ends the loading state (spec §8); opening the select tries again. */
export function useOptions<L extends OptionList>(
  from: L,
  settings: OptionSettings<OptionOf<L>> = {},
) {
  const lang = useLanguage()
  const { data, isFetching, isError, refetch } = useCall<OptionList>(from, {})
  return {
    options: optionsOf<OptionOf<L>>(data?.list ?? [], settings, lang),
    loading: isFetching,
    onOpenChange: (open: boolean) => {
      if (open && isError) void refetch()
    },
  }
}
