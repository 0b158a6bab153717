import { renderToString } from 'react-dom/server'
import { Root } from '../root.tsx'

/** The login page as HTML, put into the built document; the script hydrates it. */
export const html = renderToString(<Root />).replace(/^<link[^>]*>/, '')
