import type { en } from "./en";

/** As regras em português, breves e com as nossas palavras. */
export const pt: Record<keyof typeof en, string> = {
  "rules.title": "Como se joga: {board}",
  "rules.goal_title": "De que se trata",
  "rules.goal":
    "Junte cartas, pague com elas rotas no mapa e ligue as cidades dos seus bilhetes. Ganha quem tiver mais pontos no fim.",
  "rules.setup_title": "No início",
  "rules.setup":
    "Cada jogador tem {cars_n} e {hand} cartas. Cinco cartas ficam de face para cima; as outras formam o baralho.",
  "rules.setup_tickets": "Recebe {dealt} bilhetes e fica com pelo menos {keep}. Os outros não os veem.",
  "rules.setup_long": "Um deles é um bilhete longo.|{n} deles são bilhetes longos.",
  "rules.turn_title": "A sua vez: uma destas coisas",
  "rules.turn_draw": "biscar duas cartas",
  "rules.turn_claim": "construir uma rota",
  "rules.turn_tickets": "biscar bilhetes",
  "rules.turn_station": "construir uma estação",
  "rules.draw_title": "Biscar cartas",
  "rules.draw":
    "Pegue em duas cartas, cada uma das cinco de face para cima ou às cegas do baralho. O espaço vazio enche-se logo.",
  "rules.draw_wild":
    "Com {a_wild} substitui-se qualquer cor. De face para cima é a sua única carta, e não pode ser a segunda. Às cegas conta como outra qualquer.",
  "rules.draw_three": "Se três das cinco forem {wilds}, as cinco são substituídas.",
  "rules.claim_title": "Construir uma rota",
  "rules.claim":
    "Pague tantas cartas da cor da rota quantos os seus espaços, e é colocado o mesmo número de {cars}. Não precisa de tocar nas suas outras rotas.",
  "rules.claim_wild": "As {wilds} substituem qualquer carta.",
  "rules.claim_gray": "Uma rota cinzenta aceita qualquer cor, mas só uma.",
  "rules.claim_points": "As rotas longas dão mais pontos, logo ali:",
  "rules.length": "Espaços",
  "rules.points": "Pontos",
  "rules.double":
    "Ninguém pode ter as duas metades de uma rota dupla. Com {n} jogadores, a segunda metade fica fechada para todos.|Ninguém pode ter as duas metades de uma rota dupla. Com até {n} jogadores, a segunda metade fica fechada para todos.",
  "rules.ferry_title": "Ferries",
  "rules.ferry": "Os espaços com um símbolo pagam-se com {wilds}; os outros, com uma só cor qualquer.",
  "rules.tunnel_title": "Túneis",
  "rules.tunnel":
    "Primeiro põe as cartas; depois revelam-se três do baralho. Cada uma da sua cor, e cada {wild}, custa-lhe mais uma carta.",
  "rules.tunnel_end": "Não pode ou não quer pagar? Recolhe as suas cartas e o turno acaba.",
  "rules.station_title": "Estações",
  "rules.station":
    "Construa uma em qualquer cidade que não tenha. A primeira custa uma carta, a segunda duas da mesma cor, a terceira três.",
  "rules.station_end":
    "No fim, cada estação deixa-o usar uma rota de outro jogador que ali termine, só para os seus bilhetes. A melhor é encontrada por si. Uma estação por construir dá {n} pontos.",
  "rules.district_title": "Bairros",
  "rules.district":
    "O número de um lugar é o seu bairro. Quem ligar com as suas rotas todos os lugares de um bairro ganha no fim o seu número em pontos.",
  "rules.tickets_title": "Bilhetes de destino",
  "rules.tickets":
    "Como turno, bisque mais {n} e fique com pelo menos {keep}. Um bilhete ligado no fim dá os seus pontos. Se não estiver, custa-os!",
  "rules.end_title": "O fim",
  "rules.end": "Quando alguém tem no máximo 2 {cars}, todos têm um último turno, esse jogador também.",
  "rules.end_score": "Depois contam-se os bilhetes.",
  "rules.longest":
    "O caminho contínuo mais longo dá {n} pontos. Pode passar duas vezes por uma cidade, mas não por uma rota.",
  "rules.most_tickets": "Quem completou mais bilhetes recebe {n} pontos, e também cada um que empata.",
  "rules.ties": "Em caso de empate: {ties}.",
  "rules.tie_tickets": "mais bilhetes completados",
  "rules.tie_stations": "menos estações construídas",
  "rules.tie_longest": "o caminho mais longo",

  "variant.title": "O que é diferente de {board}",
  "variant.tickets": "Há {n} bilhete em jogo.|Há {n} bilhetes em jogo.",
  "variant.tickets_long": "Há {n} bilhete em jogo, {long} deles longos.|Há {n} bilhetes em jogo, {long} deles longos.",
  "variant.new": "Um deles é novo.|{n} deles são novos.",
  "variant.gone": "Um bilhete de {board} não está em jogo.|{n} bilhetes de {board} não estão em jogo.",
  "variant.values": "Estes bilhetes têm outro valor: {list}.",
  "variant.big_cities": "Cada bilhete tem uma grande cidade em pelo menos uma ponta: {list}.",
  "variant.deal": "No início recebe {n} bilhetes e fica com pelo menos {keep}.",
  "variant.deal_long": "No início recebe {n} bilhetes, {long} deles longos, e fica com pelo menos {keep}.",
  "variant.draw": "Mais tarde bisca {n} bilhetes e fica com pelo menos {keep}.",
  "variant.longest": "O caminho mais longo dá {n} pontos.",
  "variant.no_longest": "O caminho mais longo não dá nada.",
  "variant.most_tickets": "Quem completou mais bilhetes recebe {n} pontos, e também cada um que empata.",
  "variant.no_most_tickets": "Ter completado mais bilhetes não dá nada.",

  "lesson.intro":
    "Uns minutos num jogo a sério contra um bot fraco: bisca, constrói e aprende o que o tabuleiro tem de especial. Pode deixar a lição quando quiser e continuar a jogar.",
  "lesson.about_london": "A entrada mais curta: autocarros e bairros.",
  "lesson.about_usa": "O clássico: rotas longas e o caminho mais longo.",
  "lesson.about_europe": "Com ferries, túneis e estações.",
  "lesson.not_now": "Agora não",
  "lesson.next": "Seguinte",
  "lesson.skip": "Deixar a lição",
  "lesson.close": "Continuar a jogar",
  "lesson.keep":
    "Estes bilhetes são os seus objetivos secretos: ligue as suas duas cidades com as suas próprias rotas. Aponte um e o mapa mostra o caminho mais curto. Marque pelo menos {n} e fique com eles. Os próximos que partilham caminho são os mais fáceis.",
  "lesson.wait": "{who} está a jogar. O registo conta o que acontece.",
  "lesson.draw":
    "É a sua vez. Para construir rotas precisa de cartas: bisque a primeira. Clique numa das cinco de face para cima, ou no baralho para uma surpresa.",
  "lesson.second": "E a segunda. De face para cima não pode agora pegar em {a_wild}: teria sido a sua única carta.",
  "lesson.more":
    "Ainda não pode pagar nenhuma rota. Continue a biscar: veja as cores do caminho dos seus bilhetes e junte uma delas.",
  "lesson.claim":
    "Pode pagar as rotas que brilham. Clique numa, de preferência no caminho de um bilhete, e é sua; se houver escolha, indique as cartas. U desfaz. Ou continue a biscar e poupe para uma mais longa.",
  "lesson.tunnel_now":
    "Um túnel: revelaram-se três cartas, e as da sua cor custam mais. Pague, ou desista e recolha as suas cartas.",
  "lesson.claimed":
    "A rota é sua! Deu pontos logo ali: tem agora {score}. As rotas longas dão muito mais do que as curtas.",
  "lesson.tickets":
    "Os seus bilhetes dizem o número de {cars} em falta; aponte um para ver o caminho. Como turno pode biscar {draw} novos. Os que não completar custam os seus pontos no fim!",
  "lesson.double":
    "Algumas cidades estão unidas por duas rotas. Ninguém pode ter as duas, e com dois jogadores a segunda fica fechada.",
  "lesson.ferry": "Os ferries mostram símbolos: essa quantidade das cartas tem de ser {wilds}.",
  "lesson.tunnel":
    "As rotas com borda tracejada são túneis: depois de pôr as suas cartas revelam-se mais três, que o podem encarecer.",
  "lesson.station":
    "Alguém lhe tirou uma rota? Construa uma estação numa cidade: no fim poderá usar ali uma rota de outro jogador para os seus bilhetes.",
  "lesson.district":
    "Os números são bairros. Ligue com as suas rotas todos os lugares de um e ganha o seu número em pontos.",
  "lesson.longest": "No fim, o caminho contínuo mais longo dá {bonus} pontos.",
  "lesson.done":
    "É tudo. Quando alguém tem no máximo 2 {cars}, todos têm um último turno. Peça uma dica quando quiser, e as regras estão no menu. Boa viagem!",
};
