import type { Key, ReactNode } from 'react'
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useText } from '#client/i18n.ts'
import styles from '../game.module.css'

/** A row in its place: by what its inputs are named, and how it is changed. */
export interface At<Row> {
  index: number
  name: string
  put: (row: Row) => void
}

interface HowRowsProps<Row> {
  title: string
  rows: readonly Row[]
  keyOf: (row: Row, index: number) => Key
  add: { label: string; fresh: () => Row }
  onChange: (rows: Row[]) => void
  children: (row: Row, at: At<Row>) => ReactNode
}

/** The steps, cases or rows of a computed value, a line each; one always stays. */
export function HowRows<Row>(props: HowRowsProps<Row>) {
  const { title, rows, keyOf, add, onChange, children } = props
  const t = useText('game')
  return (
    <>
      {rows.map((row, index) => {
        const name = `${title} ${index + 1}`
        const put = (next: Row) => onChange(rows.with(index, next))
        return (
          <div key={keyOf(row, index)} className={styles.step} role="group" aria-label={name}>
            {children(row, { index, name, put })}
            {rows.length > 1 ? (
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={`${t('remove')} ${name}`}
                onClick={() => onChange(rows.toSpliced(index, 1))}
              />
            ) : null}
          </div>
        )
      })}
      <span>
        <Button
          size="small"
          icon={<PlusOutlined />}
          onClick={() => onChange([...rows, add.fresh()])}
        >
          {add.label}
        </Button>
      </span>
    </>
  )
}
