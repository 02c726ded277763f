const TEXTS = 'apps/simulator/src/demo/account-data';

/** Arguments of `npm run admin` that publish the demo's entry of the update log. Paths are relative to the repository. */
export const DEMO_UPDATE_ARGUMENTS: readonly string[] = [
  'publish-update',
  ...['--title-zh', '演示系统', '--html-zh', `${TEXTS}/update.zh.html`],
  ...['--title-en', 'About this demo', '--html-en', `${TEXTS}/update.en.html`],
];
