import { Pagination } from 'antd'
import { PAGE_SIZES } from '@kaibo/contract/kernel/page.ts'
import { useIsNarrow } from '#kit/media/media.ts'

interface PagerProps {
  page: number
  size: number
  total: number
  onChange: (page: number, page_size: number) => void
}

/** Pages with 条/页 and 跳至; on a phone only back and forth. */
export function Pager({ page, size, total, onChange }: PagerProps) {
  const narrow = useIsNarrow()
  return (
    <Pagination
      className="pager"
      current={page}
      pageSize={size}
      total={total}
      simple={narrow}
      showSizeChanger={!narrow}
      showQuickJumper={!narrow && total > size}
      pageSizeOptions={[...PAGE_SIZES]}
      onChange={onChange}
    />
  )
}
