import css from './cover.module.css'

/** What an asset looks like: pictures that lie on each other, or the letter of its name. */
export function Cover({ cover, name }: { cover: readonly string[]; name: string }) {
  return (
    <span className={css.cover} aria-hidden>
      {cover.length === 0 ? <span className={css.letter}>{name.slice(0, 1)}</span> : null}
      {cover.map((url) => (
        <img key={url} className={css.layer} src={url} alt="" loading="lazy" decoding="async" />
      ))}
    </span>
  )
}
