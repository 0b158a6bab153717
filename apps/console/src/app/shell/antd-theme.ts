import { theme, type MappingAlgorithm, type ThemeConfig } from 'antd'
import { measures, palettes, type Palette, type ThemeName } from '#kit/theme/theme.ts'

/** antd's theme from the product's tokens. */
export function antdTheme(name: ThemeName, motion = true): ThemeConfig {
  const colours = palettes[name]
  return {
    algorithm: exactly(colours, name === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm),
    hashed: false,
    // The build extracts antd's styles into a file (build/antd-sheet.ts).
    zeroRuntime: import.meta.env?.PROD ?? false,
    cssVar: { key: `kaibo-${name}` },
    token: {
      // Off instead of short, as antd positions popups when their animation ends.
      motion,
      fontFamily: measures.fontFamily,
      fontFamilyCode: measures.monoFamily,
      fontSize: measures.fontSize,
      lineHeight: measures.lineHeight,
      fontSizeHeading3: 28,
      fontSizeHeading4: 20,
      fontSizeHeading5: 16,
      borderRadius: measures.radius,
      borderRadiusLG: measures.cardRadius,
      colorPrimary: colours.brand,
      colorInfo: colours.brand,
      colorLink: colours.brand,
      // antd's own is too pale to be read.
      colorLinkHover: colours.brand,
      colorLinkActive: colours.brand,
      linkHoverDecoration: 'underline',
      colorSuccess: colours.healthy,
      colorWarning: colours.attention,
      colorError: colours.failed,
      colorBgLayout: colours.surface,
      colorBgContainer: colours.panel,
      colorBgElevated: colours.raised,
      colorText: colours.text,
      colorTextSecondary: colours.textSoft,
      colorTextTertiary: colours.textFaint,
      colorTextDescription: colours.textFaint,
      colorTextPlaceholder: colours.textFaint,
      colorBorderSecondary: colours.line,
      colorSplit: colours.line,
      boxShadow: colours.shadow,
      boxShadowSecondary: colours.shadow,
      boxShadowTertiary: 'none',
      motionDurationFast: '0.12s',
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.18s',
    },
    components: {
      Button: {
        primaryColor: colours.onBrand,
        // antd's default has too little contrast.
        defaultHoverColor: colours.brand,
        defaultHoverBorderColor: colours.brand,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
      },
      Segmented: {
        trackBg: colours.line,
        itemSelectedBg: colours.panel,
        itemSelectedColor: colours.brand,
      },
    },
  }
}

/** antd dims given colours in its dark theme; ours are chosen for it and must stay as they are. */
const exactly =
  (colours: Palette, algorithm: MappingAlgorithm): MappingAlgorithm =>
  (seed) => ({
    ...algorithm(seed),
    colorPrimary: colours.brand,
    colorInfo: colours.brand,
    colorLink: colours.brand,
    colorSuccess: colours.healthy,
    colorWarning: colours.attention,
    colorError: colours.failed,
  })
