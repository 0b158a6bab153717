import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Cards } from './cards.tsx'
import { arrange, type Choice, type Column } from './column.ts'
import { ListTable } from './table.tsx'

afterEach(cleanup)

interface Run {
  id: string
}
const column = (key: string, more: Partial<Column<Run>> = {}): Column<Run> => ({
  key,
  title: () => key,
  width: 100,
  render: () => `${key} 1`,
  ...more,
})
const columns = [column('room'), column('time', { opens: true }), column('gift', { card: 'meta' })]

const props = (choice: Choice = []) => ({
  rows: [{ id: '1' }],
  columns: arrange(columns, choice),
  keyOf: ({ id }: Run) => id,
  nameOf: () => '场次',
  onOpen: () => {},
  label: '场次',
})
const openers = () =>
  [...document.querySelectorAll('.cell-open')].map((button) => button.textContent)

test('打开一行的是声明的那一列', () => {
  render(<ListTable {...props()} />)
  expect(openers()).toEqual(['time 1'])
})

test('那一列藏起以后，第一列打开它', () => {
  render(<ListTable {...props([{ key: 'time', hidden: true }])} />)
  expect(screen.queryByText('time 1')).toBeNull()
  expect(openers()).toEqual(['room 1'])
})

test('卡片上没有那一列，标题打开它', () => {
  render(<Cards {...props()} />)
  expect(openers()).toEqual(['room 1'])
})
