import { expect, type Locator, type Page } from '@playwright/test';
import { type Colour, countPixels } from './pixels.ts';
import { LOGIN, type ServerProcess } from './server.ts';

/** Fixed by the contract. */
const SESSION_COOKIE = 'wakeline_session';

export type Language = 'zh_CN' | 'en_US';

/** The console as users operate it: by names and roles of elements. Texts are English unless a journey tests languages. */
export class Console {
  readonly page: Page;
  readonly #server: ServerProcess;

  constructor(page: Page, server: ServerProcess) {
    this.page = page;
    this.#server = server;
  }

  /** Opens an address in a browser with a saved language. */
  async open(path: string, language: Language = 'en_US'): Promise<void> {
    await this.page.addInitScript((lang) => {
      if (localStorage.getItem('lang') === null) localStorage.setItem('lang', lang);
    }, language);
    await this.page.goto(`${this.#server.url}${path}`);
  }

  /** Opens an address with an existing session. */
  async openSignedIn(path = '/', language: Language = 'en_US'): Promise<void> {
    const value = await this.#server.newSession();
    await this.page.context().addCookies([{ name: SESSION_COOKIE, value, url: this.#server.url }]);
    await this.open(path, language);
    await expect(this.header).toBeVisible();
  }

  /** Fills in and submits the visible form. */
  async signIn(password: string, language: Language = 'en_US', login: string = LOGIN.account): Promise<void> {
    const [account, secret, send] =
      language === 'en_US' ? ['Account', 'Password', 'Sign in'] : ['账号', '密码', '登录'];
    await this.page.getByLabel(account, { exact: true }).fill(login);
    await this.page.getByLabel(secret, { exact: true }).fill(password);
    await this.page.getByRole('button', { name: send }).click();
  }

  get header(): Locator {
    return this.page.getByRole('banner');
  }

  /** The status text of the live connection. */
  get freshness(): Locator {
    return this.page.getByRole('button', { name: 'Connection status' });
  }

  get bell(): Locator {
    return this.page.getByRole('button', { name: /^Notifications, / });
  }

  get map(): Locator {
    return this.page.locator('section').and(this.page.getByRole('region', { name: 'Live map' }));
  }

  get list(): Locator {
    return this.page.getByRole('tree', { name: 'Devices' });
  }

  /** Selects an item of the list's add menu. */
  async add(what: 'Add device' | 'New group'): Promise<void> {
    await this.page.getByRole('button', { name: 'Add', exact: true }).click();
    await this.page.getByRole('menuitem', { name: what }).click();
  }

  /** A row of the list: a device or a group. */
  row(name: string): Locator {
    return this.list.getByRole('treeitem').filter({ hasText: name });
  }

  /** The filter button of a status, with the number of devices. */
  statusFilter(word: string): Locator {
    return this.page.getByRole('group', { name: 'Filter by status' }).getByRole('button', { name: word });
  }

  card(name: string): Locator {
    return this.page.getByRole('dialog', { name: `Device ${name}` });
  }

  /** The value next to a label on the device's card. */
  detail(name: string, label: string): Locator {
    return this.card(name)
      .locator('dl > div')
      .filter({ has: this.page.getByText(label, { exact: true }) })
      .locator('dd');
  }

  /** The camera of this tab's map; null until it was idle once. */
  async camera(): Promise<{ readonly lng: number; readonly lat: number; readonly zoom: number } | null> {
    const text = await this.page.evaluate(() => sessionStorage.getItem('map.live'));
    if (text === null) return null;
    const [lng = Number.NaN, lat = Number.NaN, zoom = Number.NaN] = text.split(',').map(Number);
    return { lng, lat, zoom };
  }

  /** Waits until the map is idle at a point: within a metre and a hundredth of a zoom level. */
  async expectCameraAt(expected: {
    readonly lng: number;
    readonly lat: number;
    readonly zoom?: number;
  }): Promise<void> {
    await expect(async () => {
      const camera = await this.camera();
      expect(camera?.lng).toBeCloseTo(expected.lng, 4);
      expect(camera?.lat).toBeCloseTo(expected.lat, 4);
      if (expected.zoom !== undefined) expect(camera?.zoom).toBeCloseTo(expected.zoom, 1);
    }).toPass();
  }

  /** Centre of the map beside the list, where focused objects are. Pixels of the page. */
  async middle(): Promise<{ readonly x: number; readonly y: number }> {
    const map = await this.map.boundingBox();
    if (map === null) throw new Error('the map is not on the page');
    const list = await this.page.getByRole('complementary').boundingBox();
    const left = list === null ? map.x : list.x + list.width;
    return { x: (left + map.x + map.width) / 2, y: map.y + map.height / 2 };
  }

  /** Number of pixels of a colour in a square around a point of the page. */
  pixels(colour: Colour, at: { readonly x: number; readonly y: number }, half = 40): Promise<number> {
    const clip = { x: at.x - half, y: at.y - half, width: 2 * half, height: 2 * half };
    return countPixels(this.page, colour, clip);
  }
}
