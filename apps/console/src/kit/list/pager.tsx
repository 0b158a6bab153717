import { Button, Pagination } from 'antd'
import { PAGE_SIZES } from '@kaibo/contract/kernel/page.ts'
import { useText } from '#client/i18n.ts'
import { leadFocus, rowsTabStop } from '#kit/focus/lead-focus.ts'
import { useIsNarrow } from '#kit/media/media.ts'
import './list.i18n.ts'
import styles from './list.module.css'

interface PagerProps {
  page: number
  size: number
  total: number
  onChange: (page: number, page_size: number) => void
  /** For lists with more rows than the server counts: after the last numbered page, pages are read on by cursor. */
  endless?: Endless | undefined
}

interface Endless {
  /** The cursor by which this page was read, if it has no number. */
  cursor: string | undefined
  next: string | null | undefined
  onNext: (cursor: string) => void
}

/** Pages with 条/页 and 跳至; on a phone only back and forth. */
export function Pager({ page, size, total, onChange, endless }: PagerProps) {
  const narrow = useIsNarrow()
  const isNumbered = endless?.cursor === undefined
  const isLast = page * size >= total
  return (
    <>
      {isNumbered ? (
        <Pagination
          className={styles.pager}
          current={page}
          pageSize={size}
          total={total}
          simple={narrow}
          showSizeChanger={!narrow}
          showQuickJumper={!narrow && total > size}
          pageSizeOptions={[...PAGE_SIZES]}
          onChange={onChange}
          {...(endless && { showTotal: () => `${total.toLocaleString('en-US')}+` })}
        />
      ) : null}
      {endless && (isLast || !isNumbered) ? (
        <Onward endless={endless} onFirst={() => onChange(1, size)} />
      ) : null}
    </>
  )
}

function Onward({ endless, onFirst }: { endless: Endless; onFirst: () => void }) {
  const t = useText('list')
  const { cursor, next, onNext } = endless
  const toFirst = () => {
    onFirst()
    leadFocus(rowsTabStop)
  }
  return (
    <nav className={`${styles.pager} ${styles.onward}`} aria-label={t('next_page')}>
      {cursor === undefined ? null : <Button onClick={toFirst}>{t('first_page')}</Button>}
      <Button disabled={!next} onClick={() => next && onNext(next)}>
        {t('next_page')}
      </Button>
    </nav>
  )
}
