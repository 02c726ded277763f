import { LoginPage } from '../../features/sign-in/login-page.tsx';
import { createAntdComponent } from '../lazy-component.tsx';

const CodePanel = createAntdComponent(
  async () => (await import('../../features/sign-in/code-panel.tsx')).CodePanel,
);
const RegistrationPanel = createAntdComponent(
  async () => (await import('../../features/sign-in/registration-panel.tsx')).RegistrationPanel,
);

/** The login page. Its first panel loads without Ant Design, the others with it when they are opened. */
export function LoginScreen() {
  return <LoginPage CodePanel={CodePanel} RegistrationPanel={RegistrationPanel} />;
}
