import { renderToString } from 'react-dom/server'
import { Root } from '../root.tsx'

/** The login page as HTML, for the built page; the script takes it over as it stands. */
export const html = renderToString(<Root />).replace(/^<link[^>]*>/, '')
