import styles from './brand.module.css'

/** The logo, with the product's name unless `short`. */
export const Brand = ({ short = false }: { short?: boolean }) => (
  <p className={styles.brand} data-short={short || undefined}>
    <img src="/favicon.svg" alt="" width={24} height={24} />
    {short ? null : <span>开播 Kaibo</span>}
  </p>
)
