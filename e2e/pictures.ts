// Takes the pictures of docs/screens anew: the demonstration's screens, and walls of 3, 40 and 120 rooms, on each width; the walls light and dark.
import { launchBrowser } from '@kaibo/testkit/browser.ts'
import { takeDemonstration } from './pictures/demonstration.ts'
import { takeNight } from './pictures/night.ts'

const NIGHTS = [
  { rooms: 3, onAir: 1, messages: 3 },
  { rooms: 40, onAir: 16, messages: 16 },
  { rooms: 120, onAir: 49, messages: 47 },
]

const browser = await launchBrowser()
try {
  for (const night of NIGHTS) await takeNight(browser, night)
  await takeDemonstration(browser)
} finally {
  await browser.close()
}
