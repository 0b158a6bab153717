import { readFileSync } from 'node:fs'

/** The page that shows 拔河. Its files stand beside this one; a bundle has them in itself (scripts/bundle.mjs). */
export const tugWarPage: Readonly<Record<string, string>> = {
  'index.html': readFileSync(new URL('./page/index.html', import.meta.url), 'utf8'),
  'page.js': readFileSync(new URL('./page/page.js', import.meta.url), 'utf8'),
  'page.css': readFileSync(new URL('./page/page.css', import.meta.url), 'utf8'),
}
