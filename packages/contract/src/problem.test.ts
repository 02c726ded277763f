import { describe, expect, test } from 'vitest';
import { account, color, name, phone, typedNewPassword, typedPassword } from './fields.ts';
import { panelForm } from './panels.ts';
import { describeProblem } from './problem.ts';

// The texts are given by the product's specification.
describe('describeProblem', () => {
  test.each([
    [account, '  ', '账号不能为空', 'account cannot be empty'],
    [typedPassword, '', '密码不能为空', 'password cannot be empty'],
    [phone, '', '请输入手机号', 'please enter the phone number'],
    [
      phone,
      '12800138000',
      '您输入的手机号不合法，请重新输入',
      'the phone number you entered is not legitimate, please enter again',
    ],
    [phone, '1380013800', '您输入的手机号不合法，请重新输入', /not legitimate/],
    [typedNewPassword, 'abc12', /6-12/, 'login password is only 6-12 digits or English'],
    [typedNewPassword, 'abc-12345', /6-12/, 'login password is only 6-12 digits or English'],
    [panelForm.shape.panelName, '船', /2-6/, /2 to 6/],
    [panelForm.shape.panelUrl, 'javascript:alert(1)', /http/, /http/],
    [panelForm.shape.panelUrl, 'https://user:secret@example.org/', /http/, /http/],
    [panelForm.shape.sort, -1, '不能小于0', 'cannot be below 0'],
    [color, 'red', /#rrggbb/, /#rrggbb/],
    [name, '', '不能为空', 'cannot be empty'],
    [name, 'x'.repeat(65), '最多64个字符', 'at most 64 characters'],
  ] as const)('%#: %o', (schema, value, chinese, english) => {
    expect(describeProblem(schema, value, 'zh_CN')).toMatch(chinese);
    expect(describeProblem(schema, value, 'en_US')).toMatch(english);
  });

  test.each([
    [account, 'harbour'],
    [phone, '13800138000'],
    [phone, '19912345678'],
    [typedNewPassword, 'Harbour123'],
    [panelForm.shape.panelName, '天气Wx1'],
    [panelForm.shape.panelUrl, 'https://example.org/a?b=c#d'],
    [panelForm.shape.panelUrl, 'http://127.0.0.1:8080/'],
  ] as const)('%#: accepts %o', (schema, value) => {
    expect(describeProblem(schema, value, 'zh_CN')).toBeNull();
  });
});
