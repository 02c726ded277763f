import { expect as defaultExpect } from '@playwright/test';
import config from '../playwright.config.ts';

/** `expect` with the waits of the journeys: without the test runner, Playwright's default is 5 s, too short on a busy machine. */
export const expect = defaultExpect.configure({ timeout: config.expect?.timeout ?? 30_000 });
