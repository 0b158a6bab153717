import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { ConfigProvider } from 'antd'
import { afterEach, expect, test } from 'vitest'
import { Chart } from './chart.tsx'

afterEach(cleanup)

test('图和表格之间切换：按钮的话说按了会怎样，不另外说状态', () => {
  render(
    <ConfigProvider button={{ autoInsertSpace: false }}>
      <Chart
        title="收入"
        range="11月1日 至 11月2日"
        kind="bars"
        points={[
          { label: '11月1日', value: 0 },
          { label: '11月2日', value: null },
        ]}
        names={{ label: '日期', value: '金额' }}
        format={(value) => `¥${value}`}
      />
    </ConfigProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: '看表格' }))
  const rows = screen.getAllByRole('row').map((row) => row.textContent)
  expect(rows).toEqual(['日期金额', '11月1日¥0', '11月2日--'])
  expect(screen.getByRole('button', { name: '看图' }).hasAttribute('aria-pressed')).toBe(false)
})
