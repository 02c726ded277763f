import { passwordDigest } from './password.ts';

/**
 * Passwords that guessing tools try first, limited to those that the rule for new passwords allows (6 to 12 letters
 * or digits). In lower case; variants with the first or all letters in upper case are rejected, too.
 */
const COMMON = `
000000 0000000 00000000 000000000 0000000000 000111 001122 007007 010101 010203 012345 0123456 01234567
012345678 0123456789 070707 098765 0987654321 101010 101101 102030 10203040 110110 111000 111111 1111111
11111111 111111111 1111111111 11111111111 111111111111 111222 111222333 111333 112112 112211 112233 11223344
1122334455 112358 11235813 115115 119119 121121 121212 12121212 121314 12131415 121416 123000 123098 123111
123123 12312312 123123123 1231234 123123a 123234 123321 1233210 12332100 123321123 123333 123345 123400 123412
1234123 12341234 123423 1234321 123443 12344321 123451 1234512345 123454321 123455 1234554321 123456 1234560
12345600 123456123 12345654321 1234566 123456654321 1234567 12345670 12345677 12345678 123456780 123456788
123456789 1234567890 12345678900 12345678901 123456789012 12345678910 123456789a 123456789q 123456987 123456a
123456aa 123456ab 123456abc 123456abcd 123456asd 123456b 123456c 123456d 123456e 123456f 123456g 123456j
123456k 123456l 123456m 123456n 123456p 123456q 123456qq 123456qwe 123456qwerty 123456r 123456s 123456t
123456v 123456w 123456x 123456y 123456z 123456zz 123457 12345a 12345abc 12345q 12345qwert 12345t 1234abcd
1234asdf 1234qwer 1234rewq 123654 1236547 123654789 1236987 123698745 123789 12378945 123789456 123890 123987
123abc 123abc123 123admin 123asd 123asd123 123qaz 123qwe 123qwe123 123qweasd 123qweasdzxc 123qwerty 123zxc
124578 125125 125521 127001 131313 13141314 131415 1314159 1314520 13145200 1314521 134679 1346798520 135246
135790 135791 1357913579 135792468 1357924680 136136 141414 1415926 142536 142857 143143 145236 147147 147258
147258369 1472583690 147369 147852 1478520 147852369 147896 14789632 147896325 147963 151515 159159 159357
15935700 159487 159632 159753 159951 160160 161616 163163 168168 168888 16888888 171717 175175 181818 186186
188888 191919 198000 19800000 198080 1a2a3a 1a2b3c 1a2b3c4d 1a2s3d 1a2s3d4f 1abc123 1q1q1q 1q2w3e 1q2w3e4r
1q2w3e4r5t 1q2w3e4r5t6y 1qa2ws 1qa2ws3ed 1qaz1qaz 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1qazzaq1 200000 200200 200800
200808 20080808 201201 202020 20202020 212121 215215 222222 2222222 22222222 222333 223344 22334455 232323
234567 23456789 242424 246246 246789 246810 24681012 252525 256256 258258 258369 258456 258852 262626 272727
282828 292929 2wsx3edc 303030 311311 313131 314159 31415926 314159265 315315 321123 321321 3213213 321321321
321456 321654 321654987 323232 332211 333333 3333333 33333333 333444 334455 336699 343434 345345 345543 345678
353535 357159 357951 369258 36925814 369258147 369369 369963 382000 400000 404040 412412 414141 420420 424242
434343 444444 44444444 444555 445566 451236 454545 456123 456321 456456 456456456 456654 456789 4567890 456852
456987 464646 474747 484848 494949 500000 505050 510510 514514 515151 518518 520000 5200000 520123 5201314
52013140 520131400 52013141 5201314a 520520 5205200 520520520 521000 5211314 521314 521521 521521521 525252
535353 545454 550550 555555 5555555 55555555 555666 556677 562562 565656 566566 567567 567765 567890 575757
5845201314 585858 588588 595959 600600 606060 616161 618618 626262 636363 646464 654123 654321 6543210 654321a
655655 656565 660660 666000 666333 666555 666666 6666666 66666666 666666666 666777 666888 667788 676767 678678
678910 686868 68686868 696969 707070 717171 727272 737373 741741 741852 741852963 7418529630 741963 747474
753159 753357 753951 757575 7654321 767676 770770 777666 777777 7777777 77777777 777888 778899 786786 787878
789123 789456 7894561 78945612 789456123 7894561230 789632 789654 789654123 789789 789987 797979 800000 800800
808080 818181 828282 838383 848484 850850 852123 852456 852741 852852 852963 858585 860000 868686 86868686
87654321 876543210 878787 880088 880880 881010 881188 8812345 886688 8866888 887766 8877665 888666 888777
888888 8888888 88888888 888888888 8888888888 888999 889900 892892 898989 900000 909090 90909090 911911 919191
929292 930930 938938 939393 951357 951753 952952 959595 963258 963741 963852 963852741 963963 969696 969969
971123 978978 979797 985211 986532 987321 987412365 987456 987456123 987456321 987654 9876543 98765432
987654321 9876543210 987654321a 987789 987987 987987987 989898 990099 990990 995511 998877 99887766 998899
999000 999111 999666 999777 999888 999999 9999999 99999999 999999999 9999999999 a00000 a000000 a102030 a11111
a111111 a112233 a123123 a123321 a12345 a123456 a1234567 a12345678 a123456789 a1234567890 a123456a a123456b
a147258 a1b2c3 a1b2c3d4 a1s2d3 a1s2d3f4 a321654 a5201314 a520520 a654321 a666666 a7777777 a789456 a888888
a987654 a987654321 aa000000 aa1111 aa111111 aa112233 aa123123 aa1234 aa12345 aa123456 aa1234567 aa12345678
aa5201314 aa654321 aa888888 aaa111 aaa123 aaa123456 aaaa1111 aaaa1234 aaaaa1 aaaaaa aaaaaa1 aaaaaaa aaaaaaaa
aaaaaaaaaa abc123 abc1234 abc12345 abc123456 abc1234567 abc123456789 abc123abc abc321 abc520 abcabc abcabcabc
abcd12 abcd123 abcd1234 abcd12345 abcd123456 abcde1 abcde123 abcdef abcdef1 abcdefg abcdefg1 abcdefg123
abcdefgh abcdefghi abcdefghij access access14 account adg123 admin0 admin01 admin1 admin12 admin123 admin1234
admin12345 admin123456 admin2020 admin2021 admin2022 admin2023 admin2024 admin2025 admin2026 admin666 admin888
adminadmin adobe123 airbus aircraft airplane airport alexander alexis alpha123 amanda america andrea andrew
angel1 angel123 angela angels animal anthony apollo apple1 apple123 arsenal arthur as123456 asd123 asd12345
asd123456 asdasd asdasd123 asdasdasd asdf12 asdf123 asdf1234 asdfasdf asdfg1 asdfg123 asdfg12345 asdfgh
asdfgh1 asdfghj asdfghjk asdfghjkl asdfjkl asdqwe asdqwe123 asdzxc ashley asshole august austin aviation
azerty azertyuiop babygirl badboy baidu123 bailey balloon banana barcelona baseball basketball batman batman1
beidou beidou123 beijing beijing2008 benjamin berlin biteme blackie blahblah blessed blink182 bonjour booboo
bordeaux boston brandon brandy brazil bubbles buster butterfly caonima caonima123 captain carlos caroline
changeit changeme changeme1 charles charlie charlie1 cheese chelsea chelsea1 chengdu chicago chicken china1
china123 china2008 chinese chocolate chongqing chris1 christ christian clover cocacola coffee college
computer connect consumer cookie cookie1 cooper corvette cowboy cowboys cristina crystal dallas dallas1 daniel
daniel1 daniela danielle database david1 dearbook december default default1 default123 demo123 demo1234
demodemo demouser denise dennis device diablo diamond diana1 dolphin donald dongdong dragon dragon1 dragon12
dragon123 eagle1 eagles edward einstein elephant elizabeth enigma fabric falcon family family1 felicia fender
ferrari fisher flower flower1 flyers flying football football1 forever forever1 formula1 freedom freedom1
friend friends friends1 fuckme fuckyou fuckyou1 gabriel galaxy gandalf garfield gateway gemini george george1
ginger ginger1 goldfish golfer google google1 google123 gpstracker guangzhou guest1 guest123 guitar guizhou
gundam haha123 hahaha hahaha123 hainan hammer hangzhou hannah happy1 happy123 harley harley1 harrypotter
heather heaven hello1 hello12 hello123 hello1234 hellohello hellokitty helloworld hermes hockey hockey1
home123 honey1 hongkong hotmail huawei huawei123 hunter hunter1 hunter2 iloveme iloveu iloveu1 iloveyou
iloveyou1 iloveyou12 iloveyou123 iloveyou2 infinity internet ironman isabella iverson 
jackass jackie jackson jackson1 jaguar jasmine jasmine1 jasper jeffrey jennifer jennifer1 jeremy jessica
jessica1 jesus1 jiangsu jiayou jingjing john123 johnny johnson jonathan jordan jordan1 jordan23 joseph joshua
joshua1 junior justin justin1 katana kevin1 killer killer1 killer123 kimberly king123 kitten knight kobe24
kuailede lakers lakers24 lastfm lauren legend letmein letmein1 letmein2 liangliang lilith linkedin liverpool
liverpool1 login1 login123 london longlong love123 love1234 love1314 love520 love5201314 lovelove lovely
loveme loveme1 loverboy loveyou loveyou1 lucky1 lucky123 lucky7 mac123 madison maggie maggie1 magic1 manager
manchester manman marina marine marines mario1 marlboro martin master master1 master12 master123 matrix
matrix1 matthew matthew1 maverick maxwell melissa mercedes merlin metallica michael michael1 michelle
michelle1 mickey mickey1 midnight miller mimimi minecraft mingming monday money1 monica monkey monkey1
monkey12 monkey123 monster monster1 montana morgan mother mother1 motorola mountain muffin murphy mustang
mustang1 mypassword myspace1 nanjing naruto naruto1 natasha nathan navigator niaidewo nicholas nicole nicole1
niconico nihao123 nintendo nirvana nokia1 nopassword nothing november oliver oliver1 olivia open123 openopen
opensesame orange orange1 pa55w0rd pa55word paladin pantera pass12 pass123 pass1234 pass12345 passpass
passw0rd passw0rd1 passwd passwd1 password password0 password01 password1 password11 password12 password123
password13 password2 password3 password4 password5 password7 password9 patrick patrick1 peanut peanut1 pepper
pepper1 phoenix pilot1 pilot123 player please pokemon pokemon1 porsche power1 pretty prince princess princess1
private public purple purple1 q123456 q1234567 q12345678 q123456789 q1q1q1 q1q1q1q1 q1w2e3 q1w2e3r4 q1w2e3r4t5
qaz123 qaz12345 qaz123456 qazqaz qazwsx qazwsx1 qazwsx12 qazwsx123 qazwsxed qazwsxedc qazxsw qazxswedc
qq123123 qq1234 qq12345 qq123456 qq1234567 qq123456789 qq1314520 qq5201314 qq666666 qqq111 qqq123 qqqq1111
qqqqqq qqqqqqqq qqww1122 qwaszx qwe123 qwe1234 qwe12345 qwe123456 qwe123qwe qweasd qweasd1 qweasd12 qweasd123
qweasdzxc qweasdzxc1 qweewq qweqwe qweqwe1 qweqwe123 qweqweqwe qwer12 qwer123 qwer1234 qwer12345 qwer123456
qwerasdf qwerewq qwerqwer qwert1 qwert12 qwert123 qwert12345 qwerty qwerty0 qwerty01 qwerty1 qwerty11 qwerty12
qwerty123 qwerty1234 qwerty12345 qwerty2 qwerty7 qwerty99 qwertyu qwertyu1 qwertyui qwertyuio qwertyuiop
rachel raiders rainbow rainbow1 ranger rangers rebecca redsox remember richard robert robert1 rocket rocket1
rocky1 ronaldo root123 root1234 rootroot rosebud runner rush2112 russia sailor salasana samantha samson
samsung samsung1 samuel sandra sangfor saturn scooby scooter scorpion sebastian secret secret1 secret123
secure security senha123 september server service shadow shadow1 shadow12 shadow123 shandong shanghai shannon
shanshan shelby sheng123 shenzhen shit123 sierra silver simple simple1 slayer slipknot snoopy soccer soccer1
soccer10 softball sophie spider spiderman spirit sports ssssss stalker starwars starwars1 steelers stella
stephanie steven success sunflower sunrise sunshine sunshine1 superman superman1 superman123 support support1
suzhou swordfish sydney sysadmin system system1 system123 taobao taobao123 taylor temp123 temp1234 temppass
tennis teresa test01 test11 test12 test123 test1234 test12345 test123456 testing testing1 testing123 testpass
testtest testuser thomas thomas1 thunder tigers tigger tigger1 tinkerbell tomcat tracker tracker1 tracker123
tracking travis trinity trustno1 tttttt turtle tweety tweety1 twilight ubuntu unknown user01 user12 user123
user1234 user12345 useruser vanessa vehicle victor victoria victory vietnam vincent violet vision volcano
w123456 wakeline walter wang123 wang123456 wangjian warcraft warrior webmaster welcome welcome0
welcome01 welcome1 welcome12 welcome123 welcome2 whatever whatever1 whatsup william william1 willow wilson
windows windows1 winner winner1 winston winter wizard wo123456 woaini woaini1 woaini11 woaini123 woaini1314
woaini520 woaini5201 woainima woaiwojia wodemima wohenhao wojiushiwo wolf123 wolfgang woshishen woshishui
woshiwo1 wuhan123 ww123456 wwwwww x123456 xavier xbox360 xiaofeng xiaolong xiaomi123 xiaoming xiaowei
xiaoxiao xiaoyu xingxing xx123456 xxxxxx xxxxxxxx y123456 yahoo1 yahoo123 yamaha yangyang yankee yankees
yankees1 yellow yellow1 yingying z123456 z1234567 z123456789 zaq123 zaq12wsx zaq1xsw2 zaq1zaq1 zaqwsx zaqxsw
zaqxswcde zaqzaq zhang123 zhang123456 zhangwei zhongguo zhuzhu zxc123 zxc12345 zxc123456 zxcasd
zxcasdqwe zxcvbn zxcvbn1 zxcvbn123 zxcvbnm zxcvbnm1 zxcvbnm12 zxcvbnm123 zxczxc zz123456 zzz123 zzzzzz
zzzzzzzz
`
  .trim()
  .split(/\s+/);

let digests: ReadonlySet<string> | undefined;

/** Whether the digest is that of a common password or of the empty one. */
export function isCommonDigest(md5: string): boolean {
  digests ??= new Set([...COMMON.flatMap(caseVariants), ''].map(passwordDigest));
  return digests.has(md5.toLowerCase());
}

function caseVariants(password: string): readonly string[] {
  return [password, password.toUpperCase(), `${password.charAt(0).toUpperCase()}${password.slice(1)}`];
}
